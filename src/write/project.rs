//! The Astro project around the generated folders: written once, kept up to date, never over a user's edits.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::WriteError;
use super::error::Context;
use super::swap::create_parent;

/// Lists the project files that this program wrote, with the hash of what it wrote.
const LIST: &str = ".scope-profiler-project";

/// What happened to the project's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProjectOutcome {
    /// The folder has an Astro project of its own; nothing was written.
    TheirOwn,
    /// The project is in place; these files were changed by someone else and left as they are.
    InPlace {
        /// Paths below the output directory.
        kept: Vec<String>,
    },
}

/// Writes the project's `files` (path below `out`, bytes) where they are missing or still as this program
/// wrote them before. A folder with an Astro project of its own is left alone.
pub fn write_project(out: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<ProjectOutcome, WriteError> {
    let list = out.join(LIST);
    let known = match fs::read_to_string(&list) {
        Ok(text) => parse(&text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            if has_project(out) {
                return Ok(ProjectOutcome::TheirOwn);
            }
            BTreeMap::new()
        }
        Err(error) => return Err(error).context("read", &list),
    };
    let mut kept = Vec::new();
    let mut written = BTreeMap::new();
    for (name, bytes) in files {
        let path = out.join(name);
        let hash = hash(bytes);
        let theirs = match fs::read(&path) {
            Ok(found) if found == *bytes => false,
            Ok(found) => known.get(name) != Some(&self::hash(&found)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
            Err(error) => return Err(error).context("read", &path),
        };
        if theirs {
            kept.push(name.clone());
            if let Some(former) = known.get(name) {
                written.insert(name.clone(), former.clone());
            }
            continue;
        }
        write_if_changed(&path, bytes)?;
        written.insert(name.clone(), hash);
    }
    let text: String = written.iter().map(|(name, hash)| format!("{hash} {name}\n")).collect();
    write_if_changed(&list, text.as_bytes())?;
    Ok(ProjectOutcome::InPlace { kept })
}

fn has_project(out: &Path) -> bool {
    let names =
        ["package.json", "astro.config.mjs", "astro.config.js", "astro.config.ts", "astro.config.mts"];
    names.iter().any(|name| out.join(name).exists())
}

fn write_if_changed(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    if fs::read(path).is_ok_and(|found| found == bytes) {
        return Ok(());
    }
    create_parent(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut draft = tempfile::NamedTempFile::new_in(folder).context("create", path)?;
    std::io::Write::write_all(&mut draft, bytes).context("write", path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::Permissions::from_mode(0o644);
        draft.as_file().set_permissions(mode).context("write", path)?;
    }
    draft.persist(path).map_err(|error| error.error).context("write", path)?;
    Ok(())
}

fn parse(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(hash, name)| (name.to_owned(), hash.to_owned()))
        .collect()
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(version: &str) -> BTreeMap<String, Vec<u8>> {
        [("package.json", version), ("src/a.css", "a")]
            .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
            .into()
    }

    #[test]
    fn our_files_follow_the_program_and_edits_stay() {
        let out = tempfile::tempdir().unwrap();
        let out = out.path();
        assert_eq!(write_project(out, &files("1")).unwrap(), ProjectOutcome::InPlace { kept: vec![] });
        write_project(out, &files("2")).unwrap();
        assert_eq!(fs::read_to_string(out.join("package.json")).unwrap(), "2");
        fs::write(out.join("package.json"), "edited").unwrap();
        let outcome = write_project(out, &files("3")).unwrap();
        assert_eq!(outcome, ProjectOutcome::InPlace { kept: vec!["package.json".to_owned()] });
        assert_eq!(fs::read_to_string(out.join("package.json")).unwrap(), "edited");
    }

    #[test]
    fn a_project_of_its_own_is_left_alone() {
        let out = tempfile::tempdir().unwrap();
        fs::write(out.path().join("astro.config.mjs"), "theirs").unwrap();
        assert_eq!(write_project(out.path(), &files("1")).unwrap(), ProjectOutcome::TheirOwn);
        assert!(!out.path().join("package.json").exists());
    }
}
