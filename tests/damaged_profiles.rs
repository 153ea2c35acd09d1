//! Damages profiles at random, always in the same way, and reads them: whatever comes out is a profile or a
//! problem, in little time. The damage is found again by the number of its round.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use scope_profiler::profile;

/// Rounds of damage; each reads one file at all three depths.
const ROUNDS: u64 = 300;
/// Far more than any of these small files takes.
const LONGEST: Duration = Duration::from_secs(20);

/// Panics anywhere, caught ones included.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// A small generator (xorshift), so that rounds are the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

fn profiles() -> Vec<PathBuf> {
    let features = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus/features");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(features).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Changes a few places: single bits, whole words with values that sizes and addresses must not have,
/// pieces copied from elsewhere, an end cut off.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    const WORDS: [u64; 8] = [0, 1, u64::MAX, 1 << 63, 1 << 40, 1 << 32, 0xffff_ffff, 4096];
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = random.next() as u8,
            3 => {
                let word = WORDS[random.below(WORDS.len())].to_le_bytes();
                let width = [1, 2, 4, 8][random.below(4)];
                overwrite(bytes, at / width * width, &word[..width]);
            }
            4 => {
                let from = random.below(bytes.len());
                let piece = bytes[from..bytes.len().min(from + 16)].to_vec();
                overwrite(bytes, at, &piece);
            }
            _ if random.below(8) == 0 => bytes.truncate(at.max(1)),
            _ => bytes[at] = bytes[at].wrapping_add(1),
        }
    }
}

fn overwrite(bytes: &mut [u8], at: usize, piece: &[u8]) {
    for (byte, new) in bytes.iter_mut().skip(at).zip(piece) {
        *byte = *new;
    }
}

#[test]
fn damaged_profiles_never_panic_or_hang() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        report(panic);
    }));
    let files = profiles();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged");
    let mut refused = 0;
    for round in 1..=ROUNDS {
        let mut random = Random(round.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let file = &files[random.below(files.len())];
        let mut bytes = std::fs::read(file).unwrap();
        damage(&mut bytes, &mut random);
        std::fs::write(&path, &bytes).unwrap();
        let begin = Instant::now();
        refused += usize::from(profile::read(&path).is_err());
        let _ = profile::read_summary(&path);
        let _ = profile::open_header(&path);
        assert!(begin.elapsed() < LONGEST, "round {round} on {}", file.display());
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "a panic in round {round} on {}", file.display());
    }
    assert!(refused > 50, "the damage is hardly noticed: {refused} of {ROUNDS}");
}
