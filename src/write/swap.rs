//! Replaces generated folders by staged ones, so that a cut at any point can be finished later.
//!
//! For each folder: the former one is renamed aside, the staged one is renamed in. The journal is
//! written (and synced) before the first rename and removed after the last one.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::WriteError;
use super::error::Context;

/// Working folder inside the output directory.
pub(super) const WORK: &str = ".scope-profiler";
const JOURNAL: &str = "journal";
const FORMER: &str = "former";
/// Staged folders, numbered in swap order.
pub(super) const STAGED: &str = "staged";

/// Swaps the staged folders in and removes the former ones.
pub(super) fn commit(out: &Path, roots: &[String]) -> Result<(), WriteError> {
    let work = out.join(WORK);
    let journal = work.join(JOURNAL);
    let draft = work.join("journal.draft");
    let mut file = File::create(&draft).context("create", &draft)?;
    file.write_all(roots.join("\n").as_bytes()).context("write", &draft)?;
    file.sync_all().context("write", &draft)?;
    fs::rename(&draft, &journal).context("write", &journal)?;
    finish(out)
}

/// Finishes a swap that a journal says has begun. Does nothing without a journal.
pub(super) fn finish(out: &Path) -> Result<(), WriteError> {
    let work = out.join(WORK);
    let journal = work.join(JOURNAL);
    let text = match fs::read_to_string(&journal) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).context("read", &journal),
    };
    for (number, root) in text.lines().enumerate() {
        swap_one(
            &out.join(root),
            &work.join(STAGED).join(number.to_string()),
            &work.join(FORMER).join(number.to_string()),
        )?;
    }
    fs::remove_file(&journal).context("remove", &journal)?;
    remove_tree(&work.join(FORMER))?;
    remove_tree(&work.join(STAGED))
}

fn swap_one(target: &Path, staged: &Path, former: &Path) -> Result<(), WriteError> {
    if !staged.exists() {
        return Ok(()); // This one was swapped in before the cut.
    }
    create_parent(target)?;
    if target.exists() && !former.exists() {
        create_parent(former)?;
        fs::rename(target, former).context("move aside", target)?;
    }
    fs::rename(staged, target).context("move in", target)
}

/// Creates the folder that is to hold `path`.
pub(super) fn create_parent(path: &Path) -> Result<(), WriteError> {
    path.parent().map_or(Ok(()), |parent| fs::create_dir_all(parent).context("create", parent))
}

/// Removes a folder and all in it; one that is not there is fine.
pub(super) fn remove_tree(folder: &Path) -> Result<(), WriteError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).context("remove", folder),
        _ => Ok(()),
    }
}

/// The staged folder of a root.
pub(super) fn staged(out: &Path, number: usize) -> PathBuf {
    out.join(WORK).join(STAGED).join(number.to_string())
}
