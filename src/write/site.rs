//! Stages a site's artifacts beside the former site and swaps them in.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::WriteError;
use super::error::Context;
use super::marker::{self, Found};
use super::swap;
use crate::render::{Artifact, Content};

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Number of files per root, in the order the roots were given; markers not counted.
    pub files: Vec<usize>,
}

/// A site being written. Dropped without [`SiteWriter::commit`] it leaves the former site as it was.
#[derive(Debug)]
pub struct SiteWriter {
    out: PathBuf,
    roots: Vec<Root>,
    clean: bool,
    created: bool,
    _lock: Option<File>,
}

#[derive(Debug)]
struct Root {
    path: String,
    found: Found,
    staged: PathBuf,
    written: Mutex<BTreeSet<String>>,
}

impl SiteWriter {
    /// Starts a site in `out` (created if absent) whose generated folders are `roots`.
    ///
    /// With `clean` a root that is neither vacant nor ours is an error and our former files that are not
    /// written again go away; without it they stay and new files are written over what is there.
    pub fn begin(out: &Path, roots: &[&str], clean: bool) -> Result<Self, WriteError> {
        let created = !out.exists();
        fs::create_dir_all(out).context("create", out)?;
        let lock = lock(out)?;
        swap::finish(out)?;
        swap::remove_tree(&out.join(swap::WORK))?;
        let mut found = Vec::with_capacity(roots.len());
        for (number, root) in roots.iter().enumerate() {
            let folder = out.join(root);
            let state = marker::look(&folder)?;
            if clean && state == Found::Foreign {
                return Err(WriteError::Foreign { path: folder });
            }
            let staged = swap::staged(out, number);
            fs::create_dir_all(&staged).context("create", &staged)?;
            found.push(Root { path: (*root).to_owned(), found: state, staged, written: Mutex::default() });
        }
        Ok(Self { out: out.to_owned(), roots: found, clean, created, _lock: lock })
    }

    /// Stages one file. May be called from any thread; the result does not depend on the order of calls.
    pub fn put(&self, artifact: Artifact) -> Result<(), WriteError> {
        let place = self.roots.iter().find_map(|root| {
            let rest = artifact.address.strip_prefix(root.path.as_str())?.strip_prefix('/')?;
            Some((root, rest))
        });
        let Some((root, rest)) = place else {
            return Err(WriteError::Collision { address: artifact.address });
        };
        let fresh = root.written.lock().unwrap_or_else(PoisonError::into_inner).insert(rest.to_owned());
        if !fresh {
            return Err(WriteError::Collision { address: artifact.address });
        }
        let former = self.out.join(&root.path).join(rest);
        self.check_vacant(root, rest, &former)?;
        let target = root.staged.join(rest);
        swap::create_parent(&target)?;
        match artifact.content {
            Content::Bytes(bytes) => stage_bytes(&former, &target, &bytes),
            Content::File(source) => stage_copy(&former, &target, &source),
        }
    }

    fn check_vacant(&self, root: &Root, rest: &str, former: &Path) -> Result<(), WriteError> {
        match &root.found {
            Found::Ours(list) if self.clean && !list.contains(rest) && former.exists() => {
                Err(WriteError::Occupied { path: former.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// Swaps the staged folders in.
    pub fn commit(self) -> Result<Summary, WriteError> {
        let mut files = Vec::with_capacity(self.roots.len());
        for root in &self.roots {
            let written = root.written.lock().unwrap_or_else(PoisonError::into_inner);
            let mut ours = written.clone();
            self.carry_over(root, &written, &mut ours)?;
            let marker = root.staged.join(marker::NAME);
            let text = marker::text(ours.iter().map(String::as_str));
            stage_bytes(&self.out.join(&root.path).join(marker::NAME), &marker, text.as_bytes())?;
            files.push(written.len());
        }
        let paths: Vec<String> = self.roots.iter().map(|root| root.path.clone()).collect();
        swap::commit(&self.out, &paths)?;
        Ok(Summary { files })
    }

    /// Links into the staged folder what must survive of the former one: files of others, and without
    /// cleaning our former files too (those stay on our list).
    fn carry_over(
        &self,
        root: &Root,
        written: &BTreeSet<String>,
        ours: &mut BTreeSet<String>,
    ) -> Result<(), WriteError> {
        let list = match &root.found {
            Found::Vacant => return Ok(()),
            Found::OursUnlisted if self.clean => return Ok(()),
            Found::Ours(list) => Some(list),
            Found::OursUnlisted | Found::Foreign => None,
        };
        let folder = self.out.join(&root.path);
        for entry in walkdir::WalkDir::new(&folder).sort_by_file_name() {
            let entry = entry.map_err(std::io::Error::from).context("read", &folder)?;
            let Ok(rest) = entry.path().strip_prefix(&folder) else { continue };
            let name = rest.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
            if entry.file_type().is_dir() || name == marker::NAME || written.contains(&name) {
                continue;
            }
            let was_ours = list.is_some_and(|list| list.contains(&name));
            if was_ours && self.clean {
                continue;
            }
            if was_ours {
                ours.insert(name);
            }
            let target = root.staged.join(rest);
            swap::create_parent(&target)?;
            link_or_copy(entry.path(), &target)?;
        }
        Ok(())
    }
}

impl Drop for SiteWriter {
    fn drop(&mut self) {
        // Nothing to report to: what stays behind is removed by the next command.
        let _ = swap::remove_tree(&self.out.join(swap::WORK));
        if self.created {
            let _ = fs::remove_dir(&self.out); // Fails, as it should, once something is in it.
        }
    }
}

/// Locks the output directory against a second build. File systems without locks are written unlocked.
fn lock(out: &Path) -> Result<Option<File>, WriteError> {
    let Ok(folder) = File::open(out) else { return Ok(None) };
    match folder.try_lock() {
        Ok(()) => Ok(Some(folder)),
        Err(fs::TryLockError::WouldBlock) => Err(WriteError::Busy { path: out.to_owned() }),
        Err(fs::TryLockError::Error(_)) => Ok(None),
    }
}

fn stage_bytes(former: &Path, target: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    if holds(former, bytes) && fs::hard_link(former, target).is_ok() {
        return Ok(());
    }
    fs::write(target, bytes).context("write", target)
}

fn stage_copy(former: &Path, target: &Path, source: &Path) -> Result<(), WriteError> {
    if same_content(former, source) && fs::hard_link(former, target).is_ok() {
        return Ok(());
    }
    let mut from = File::open(source).context("read", source)?;
    let mut to = File::create(target).context("create", target)?;
    std::io::copy(&mut from, &mut to).context("copy", source)?;
    Ok(())
}

fn link_or_copy(source: &Path, target: &Path) -> Result<(), WriteError> {
    if fs::hard_link(source, target).is_ok() {
        return Ok(());
    }
    fs::copy(source, target).context("copy", source).map(|_| ())
}

fn holds(path: &Path, bytes: &[u8]) -> bool {
    let Ok(meta) = fs::symlink_metadata(path) else { return false };
    meta.is_file() && meta.len() == bytes.len() as u64 && fs::read(path).is_ok_and(|found| found == bytes)
}

fn same_content(a: &Path, b: &Path) -> bool {
    let (Ok(meta_a), Ok(meta_b)) = (fs::symlink_metadata(a), fs::metadata(b)) else { return false };
    if !meta_a.is_file() || meta_a.len() != meta_b.len() {
        return false;
    }
    let (Ok(file_a), Ok(file_b)) = (File::open(a), File::open(b)) else { return false };
    let (mut bytes_a, mut bytes_b) = (Vec::new(), Vec::new());
    std::io::BufReader::new(file_a).read_to_end(&mut bytes_a).is_ok()
        && std::io::BufReader::new(file_b).read_to_end(&mut bytes_b).is_ok()
        && bytes_a == bytes_b
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOTS: [&str; 2] = ["pages", "public/data"];

    fn artifact(address: &str, text: &str) -> Artifact {
        Artifact { address: address.to_owned(), content: Content::Bytes(text.as_bytes().to_vec()) }
    }

    fn build(out: &Path, files: &[(&str, &str)]) -> Result<Summary, WriteError> {
        let writer = SiteWriter::begin(out, &ROOTS, true)?;
        for (address, text) in files {
            writer.put(artifact(address, text))?;
        }
        writer.commit()
    }

    fn tree(out: &Path) -> Vec<String> {
        let mut names: Vec<String> = walkdir::WalkDir::new(out)
            .into_iter()
            .filter_map(Result::ok)
            .filter(|e| e.file_type().is_file())
            .map(|e| e.path().strip_prefix(out).unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_second_build_replaces_the_first_and_keeps_strangers() {
        let out = tempfile::tempdir().unwrap();
        let out = out.path();
        build(out, &[("pages/a.mdx", "a"), ("pages/x/b.mdx", "b"), ("public/data/c.json", "c")]).unwrap();
        fs::write(out.join("pages/notes.txt"), "mine").unwrap();
        let before = fs::metadata(out.join("pages/a.mdx")).unwrap().modified().unwrap();
        let summary = build(out, &[("pages/a.mdx", "a"), ("public/data/c.json", "changed")]).unwrap();
        assert_eq!(summary.files, [1, 1]);
        assert_eq!(
            tree(out),
            [
                "pages/.scope-profiler-site",
                "pages/a.mdx",
                "pages/notes.txt",
                "public/data/.scope-profiler-site",
                "public/data/c.json"
            ]
        );
        assert_eq!(fs::metadata(out.join("pages/a.mdx")).unwrap().modified().unwrap(), before);
        assert_eq!(fs::read_to_string(out.join("public/data/c.json")).unwrap(), "changed");
    }

    #[test]
    fn a_failed_build_leaves_the_former_site() {
        let out = tempfile::tempdir().unwrap();
        let out = out.path();
        build(out, &[("pages/a.mdx", "a")]).unwrap();
        let error = build(out, &[("pages/a.mdx", "new"), ("pages/a.mdx", "again")]).unwrap_err();
        assert!(matches!(error, WriteError::Collision { .. }));
        assert_eq!(fs::read_to_string(out.join("pages/a.mdx")).unwrap(), "a");
        assert!(!out.join(swap::WORK).exists());
    }

    #[test]
    fn folders_and_files_of_others_are_refused() {
        let out = tempfile::tempdir().unwrap();
        let out = out.path();
        fs::create_dir(out.join("pages")).unwrap();
        fs::write(out.join("pages/theirs.md"), "x").unwrap();
        assert!(matches!(build(out, &[]), Err(WriteError::Foreign { .. })));
        fs::remove_file(out.join("pages/theirs.md")).unwrap();
        build(out, &[("pages/a.mdx", "a")]).unwrap();
        fs::write(out.join("pages/b.mdx"), "theirs").unwrap();
        assert!(matches!(build(out, &[("pages/b.mdx", "ours")]), Err(WriteError::Occupied { .. })));
        assert_eq!(fs::read_to_string(out.join("pages/b.mdx")).unwrap(), "theirs");
    }

    #[test]
    fn a_swap_that_was_cut_is_finished_by_the_next_build() {
        let out = tempfile::tempdir().unwrap();
        let out = out.path();
        build(out, &[("pages/a.mdx", "old"), ("public/data/c.json", "old")]).unwrap();
        let writer = SiteWriter::begin(out, &ROOTS, true).unwrap();
        writer.put(artifact("pages/a.mdx", "new")).unwrap();
        writer.put(artifact("public/data/c.json", "new")).unwrap();
        // As a kill after the first folder's rename would leave it.
        fs::write(out.join(".scope-profiler/journal"), ROOTS.join("\n")).unwrap();
        fs::create_dir_all(out.join(".scope-profiler/former")).unwrap();
        fs::rename(out.join("pages"), out.join(".scope-profiler/former/0")).unwrap();
        std::mem::forget(writer);
        swap::finish(out).unwrap();
        assert_eq!(fs::read_to_string(out.join("pages/a.mdx")).unwrap(), "new");
        assert_eq!(fs::read_to_string(out.join("public/data/c.json")).unwrap(), "new");
    }

    #[test]
    fn a_second_writer_is_told_to_wait() {
        let out = tempfile::tempdir().unwrap();
        let _first = SiteWriter::begin(out.path(), &ROOTS, true).unwrap();
        assert!(matches!(SiteWriter::begin(out.path(), &ROOTS, true), Err(WriteError::Busy { .. })));
    }
}
