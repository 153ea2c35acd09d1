//! The limits that keep a broken or hostile file from exhausting the machine.
//!
//! Each is far above what a recording needs and proportional to the file's size where size matters.

use super::Problem;

/// Largest rank number plus one. The largest machines run some 10^7 processes.
pub(super) const MAX_RANKS: u32 = 1 << 24;

/// How deep groups may nest below the one that holds regions (a region name with `/` nests once per part).
pub(super) const MAX_GROUP_DEPTH: usize = 64;

/// Bytes that a gzip-compressed JSON profile may unpack to. Profiles are numbers as text, which compress
/// by a factor of 3 to 30; a stream of blanks reaches 1000.
pub(super) fn max_unpacked_bytes(file_bytes: u64) -> u64 {
    file_bytes.saturating_mul(100).max(16 << 20)
}

/// Bytes that all columns and strings of an HDF5 profile together may decode to. Event chunks of the
/// recorder reach a ratio of about 100 in their own columns, and other columns of a file dilute it.
pub(super) fn max_decoded_bytes(file_bytes: u64) -> u64 {
    file_bytes.saturating_mul(512).saturating_add(64 << 20)
}

/// Bytes of text that an HDF5 profile may yield. Text in the file's heap is stored as it is; fixed-width text
/// may be compressed. Many references to one long text would multiply it.
pub(super) fn max_text_bytes(file_bytes: u64) -> u64 {
    file_bytes.saturating_mul(32).saturating_add(16 << 20)
}

/// Bytes that may be fetched from an HDF5 file while it is read. Every part is needed once or a few times;
/// a damaged structure that leads back to itself would fetch without end.
pub(super) fn max_fetched_bytes(file_bytes: u64) -> u64 {
    file_bytes.saturating_mul(32).saturating_add(64 << 20)
}

/// Number of groups that a file of this size can hold; more means that links lead back.
pub(super) fn max_groups(file_bytes: u64) -> u64 {
    file_bytes / 32
}

/// Checks a rank number against [`MAX_RANKS`].
pub(super) fn check_rank(rank: u64, place: impl FnOnce() -> String) -> Result<u32, Problem> {
    u32::try_from(rank).ok().filter(|rank| *rank < MAX_RANKS).ok_or_else(|| Problem::TooLarge {
        place: place(),
        reason: format!("rank {rank} is beyond the {MAX_RANKS} ranks that are supported"),
    })
}
