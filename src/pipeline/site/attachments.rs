//! Attached files, figures and code: read, named and copied.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::{Site, SiteError};
use crate::manifest::{Case, Code, Run};
use crate::page::section::files::{Attachment, Image, attachment, image, link};
use crate::page::{CaseAddress, RunAddress};
use crate::render::starlight::{PUBLIC_ADDRESS, PUBLIC_ROOT};
use crate::render::{Artifact, Content};

/// Larger files are refused: the site would carry them to every reader's host.
const LARGEST_BYTES: u64 = 20_000_000;

/// What would end a path segment or be decoded in an address.
const SEGMENT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'/')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}')
    .add(b'[')
    .add(b']');

/// The files and figures of a page.
#[derive(Default)]
pub(super) struct Attached {
    pub(super) files: Vec<Attachment>,
    pub(super) images: Vec<Image>,
}

impl Attached {
    /// Of a run's page.
    pub(super) fn of_run(site: &Site<'_>, run: &Run, address: &RunAddress) -> Result<Self, SiteError> {
        let owner = run.place.words.clone();
        let mut attached = Self::default();
        let mut folder = Folder::new(site, format!("{}/files", address.page), owner.clone());
        for path in &run.files {
            attached.files.push(folder.attach(path)?);
        }
        let mut folder = Folder::new(site, format!("{}/images", address.page), owner);
        for path in &run.images {
            attached.images.push(folder.picture(path)?);
        }
        Ok(attached)
    }

    /// Of a case's page: its figures and its code.
    pub(super) fn of_case(site: &Site<'_>, case: &Case, address: &CaseAddress) -> Result<Self, SiteError> {
        let owner = format!("case '{}'", case.id);
        let mut attached = Self::default();
        let mut folder = Folder::new(site, format!("{}/_case/files", address.page), owner.clone());
        for code in &case.code {
            attached.files.push(folder.code(code)?);
        }
        let mut folder = Folder::new(site, format!("{}/_case/images", address.page), owner);
        for path in &case.images {
            attached.images.push(folder.picture(path)?);
        }
        Ok(attached)
    }
}

/// A folder of copies below the public root.
struct Folder<'a> {
    site: &'a Site<'a>,
    path: String,
    owner: String,
    names: BTreeSet<String>,
}

impl<'a> Folder<'a> {
    fn new(site: &'a Site<'a>, path: String, owner: String) -> Self {
        Self { site, path, owner, names: BTreeSet::new() }
    }

    fn attach(&mut self, path: &Path) -> Result<Attachment, SiteError> {
        let (name, url) = self.copy(path)?;
        let bytes = fs::read(path).map_err(|error| self.unusable(path, error.to_string()))?;
        Ok(attachment(name, url, &bytes))
    }

    fn picture(&mut self, path: &Path) -> Result<Image, SiteError> {
        let (name, url) = self.copy(path)?;
        Ok(image(name, url))
    }

    fn code(&mut self, code: &Code) -> Result<Attachment, SiteError> {
        let Some(path) = &code.path else {
            return Ok(link(code.url.as_deref().unwrap_or_default(), code.label.as_deref()));
        };
        let mut file = self.attach(path)?;
        file.link.clone_from(&code.url);
        if let Some(label) = &code.label {
            file.name.clone_from(label);
        }
        Ok(file)
    }

    /// Copies a file under a free name; returns that and its address.
    fn copy(&mut self, path: &Path) -> Result<(String, String), SiteError> {
        let size = fs::metadata(path).map_err(|error| self.unusable(path, error.to_string()))?.len();
        if size > LARGEST_BYTES {
            return Err(
                self.unusable(path, format!("has {size} bytes, and at most {LARGEST_BYTES} can be attached"))
            );
        }
        let name = self
            .free_name(&path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default());
        let address = format!("{PUBLIC_ROOT}/{}/{name}", self.path);
        self.site.writer.put(Artifact { address, content: Content::File(path.to_owned()) })?;
        let url = format!("{PUBLIC_ADDRESS}/{}/{}", self.path, utf8_percent_encode(&name, SEGMENT));
        Ok((name, url))
    }

    /// The name itself, or with `-2`, `-3`, ... before its extension where another file has it.
    fn free_name(&mut self, name: &str) -> String {
        let (stem, extension) = match name.rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
            _ => (name, String::new()),
        };
        let mut free = name.to_owned();
        let mut number = 2_u64;
        // Compared without case: file systems and hosts differ in whether case tells names apart.
        while !self.names.insert(free.to_lowercase()) {
            free = format!("{stem}-{number}{extension}");
            number += 1;
        }
        free
    }

    fn unusable(&self, path: &Path, reason: String) -> SiteError {
        SiteError::Attachment { owner: self.owner.clone(), path: path.to_owned(), reason }
    }
}
