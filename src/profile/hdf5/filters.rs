//! Undoes the storage filters of a chunk: byte shuffle, deflate, LZF and Zstandard.
//!
//! Every decoder writes into a buffer of the size that the chunk must have, so a stream that unpacks to
//! more is an error and costs nothing.

use flate2::{Decompress, FlushDecompress, Status};
use hdf5::Filter;
use ruzstd::decoding::FrameDecoder;

const DEFLATE: u16 = 1;
const SHUFFLE: u16 = 2;
const LZF: u16 = 32000;
const ZSTD: u16 = 32015;

/// The frame window that a Zstandard stream may ask for when its chunk is smaller.
const MIN_ZSTD_WINDOW_BYTES: usize = 8 << 20;

/// Whether all filters of a pipeline are known here.
pub(super) fn supported(pipeline: &[Filter]) -> bool {
    pipeline.iter().all(|filter| matches!(filter.id, DEFLATE | SHUFFLE | LZF | ZSTD))
}

/// Decoders and buffers that are kept from chunk to chunk.
pub(super) struct Decoder {
    /// The chunk as fetched; the decoded chunk after [`Decoder::decode`].
    pub(super) chunk: Vec<u8>,
    spare: Vec<u8>,
    deflate: Option<Decompress>,
    zstd: Option<FrameDecoder>,
}

impl Decoder {
    /// A decoder that has not allocated anything yet.
    pub(super) fn new() -> Self {
        Self { chunk: Vec::new(), spare: Vec::new(), deflate: None, zstd: None }
    }

    /// Undoes the filters of `pipeline`, last first, on `self.chunk`, except those that `mask` marks as
    /// skipped. The result must have `bytes` bytes; elements are `element_bytes` wide.
    pub(super) fn decode(
        &mut self,
        pipeline: &[Filter],
        mask: u32,
        bytes: usize,
        element_bytes: usize,
    ) -> Result<(), String> {
        for (position, filter) in pipeline.iter().enumerate().rev() {
            let skipped = u32::try_from(position).ok().and_then(|bit| mask.checked_shr(bit));
            if skipped.is_some_and(|mask| mask & 1 == 1) {
                continue;
            }
            match filter.id {
                DEFLATE => self.inflate(bytes)?,
                SHUFFLE => {
                    let width = filter.client_data.first().and_then(|width| usize::try_from(*width).ok());
                    unshuffle(&self.chunk, &mut self.spare, width.unwrap_or(element_bytes));
                }
                LZF => unpack_lzf(&self.chunk, &mut self.spare, bytes)?,
                ZSTD => self.unpack_zstd(bytes)?,
                other => return Err(format!("is stored with the unknown filter {other}")),
            }
            std::mem::swap(&mut self.chunk, &mut self.spare);
        }
        if self.chunk.len() == bytes {
            return Ok(());
        }
        Err(format!("a chunk unpacks to {} bytes in place of {bytes}", self.chunk.len()))
    }

    fn inflate(&mut self, bytes: usize) -> Result<(), String> {
        resize(&mut self.spare, bytes)?;
        let inflate = self.deflate.get_or_insert_with(|| Decompress::new(true));
        inflate.reset(true);
        let status = inflate
            .decompress(&self.chunk, &mut self.spare, FlushDecompress::Finish)
            .map_err(|error| format!("a compressed chunk is broken ({error})"))?;
        if status != Status::StreamEnd {
            return Err(format!("a compressed chunk does not unpack to its {bytes} bytes"));
        }
        self.spare.truncate(usize::try_from(inflate.total_out()).unwrap_or(usize::MAX));
        Ok(())
    }

    fn unpack_zstd(&mut self, bytes: usize) -> Result<(), String> {
        resize(&mut self.spare, bytes)?;
        let decoder = self.zstd.get_or_insert_with(FrameDecoder::new);
        decoder.set_max_window_size(bytes.max(MIN_ZSTD_WINDOW_BYTES) as u64);
        let unpacked = decoder
            .decode_all(&self.chunk, &mut self.spare)
            .map_err(|error| format!("a compressed chunk is broken ({error})"))?;
        self.spare.truncate(unpacked);
        Ok(())
    }
}

/// Sets the length of a buffer, or says that there is no memory for it.
pub(super) fn resize(buffer: &mut Vec<u8>, bytes: usize) -> Result<(), String> {
    buffer.clear();
    buffer.try_reserve(bytes).map_err(|_| format!("there is no memory for {bytes} bytes"))?;
    buffer.resize(bytes, 0);
    Ok(())
}

/// Brings the bytes of shuffled elements together again. A shuffled block holds the first bytes of all
/// elements, then the second bytes, and so on; bytes that make no whole element stand at the end as they are.
fn unshuffle(shuffled: &[u8], plain: &mut Vec<u8>, width: usize) {
    plain.clear();
    let elements = shuffled.len().checked_div(width).unwrap_or(0);
    if width < 2 || elements < 2 {
        plain.extend_from_slice(shuffled);
        return;
    }
    let whole = elements.saturating_mul(width);
    plain.resize(whole, 0);
    for (byte, plane) in shuffled.chunks_exact(elements).take(width).enumerate() {
        for (value, element) in plane.iter().zip(plain.chunks_exact_mut(width)) {
            if let Some(place) = element.get_mut(byte) {
                *place = *value;
            }
        }
    }
    plain.extend_from_slice(shuffled.get(whole..).unwrap_or_default());
}

/// Unpacks an LZF stream: a control byte below 32 begins that many literal bytes plus one; any other has a
/// length in its upper three bits (7: one more byte of length) and, with the next byte, how far back the
/// copied bytes begin.
fn unpack_lzf(packed: &[u8], plain: &mut Vec<u8>, bytes: usize) -> Result<(), String> {
    let cut = || "a compressed chunk is cut off".to_owned();
    plain.clear();
    plain.try_reserve(bytes).map_err(|_| format!("there is no memory for {bytes} bytes"))?;
    let mut rest = packed;
    while let Some((control, tail)) = rest.split_first() {
        let control = usize::from(*control);
        let length;
        if control < 32 {
            length = control + 1;
            let (literal, tail) = tail.split_at_checked(length).ok_or_else(cut)?;
            plain.extend_from_slice(literal);
            rest = tail;
        } else {
            let (extra, tail) = match control >> 5 {
                7 => tail.split_first().map(|(extra, tail)| (usize::from(*extra), tail)).ok_or_else(cut)?,
                _ => (0, tail),
            };
            let (low, tail) = tail.split_first().ok_or_else(cut)?;
            length = (control >> 5) + extra + 2;
            let distance = ((control & 31) << 8 | usize::from(*low)) + 1;
            let from = plain.len().checked_sub(distance).ok_or("a compressed chunk is broken")?;
            copy_within(plain, from, length);
            rest = tail;
        }
        if plain.len() > bytes {
            return Err(format!("a compressed chunk unpacks to more than {bytes} bytes"));
        }
    }
    Ok(())
}

/// Appends `length` bytes that begin at `from`; the run may reach into the bytes that it appends.
fn copy_within(plain: &mut Vec<u8>, from: usize, length: usize) {
    let mut left = length;
    while left > 0 {
        let run = left.min(plain.len().saturating_sub(from));
        if run == 0 {
            return;
        }
        plain.extend_from_within(from..from.saturating_add(run));
        left -= run;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn filter(id: u16) -> Filter {
        // The type cannot be built outside its crate: take it from a file.
        let mut file = hdf5::FileBuilder::new();
        let dataset = file.create_dataset("x").with_i64_data(&[1, 2, 3]);
        match id {
            DEFLATE => dataset.with_deflate(1),
            _ => dataset.with_shuffle(),
        };
        let file = hdf5::File::from_bytes(file.finish().unwrap()).unwrap();
        file.dataset("x").unwrap().filter_pipeline().into_iter().find(|f| f.id == id).unwrap()
    }

    fn deflated(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn unshuffles_and_keeps_the_odd_bytes() {
        let mut plain = Vec::new();
        unshuffle(&[1, 3, 2, 4, 9], &mut plain, 2);
        assert_eq!(plain, [1, 2, 3, 4, 9]);
    }

    #[test]
    fn unpacks_literals_and_overlapping_copies() {
        let mut plain = Vec::new();
        // Two literal bytes, then 5 bytes copied from 2 back.
        unpack_lzf(&[1, b'a', b'b', 3 << 5, 1], &mut plain, 7).unwrap();
        assert_eq!(plain, b"abababa");
        assert!(unpack_lzf(&[1, b'a', b'b', 3 << 5, 1], &mut plain, 6).is_err());
        assert!(unpack_lzf(&[1, b'a'], &mut plain, 7).is_err());
        assert!(unpack_lzf(&[32, 0], &mut plain, 7).is_err());
    }

    #[test]
    fn undoes_the_pipeline_backwards_and_honours_the_mask() {
        let pipeline = [filter(SHUFFLE), filter(DEFLATE)];
        let plain: Vec<u8> = (0..3i64).flat_map(i64::to_le_bytes).collect();
        let shuffled: Vec<u8> = (0..8).flat_map(|b| plain.iter().skip(b).step_by(8).copied()).collect();
        for (mask, stored) in
            [(0, deflated(&shuffled)), (1, deflated(&plain)), (2, shuffled.clone()), (3, plain.clone())]
        {
            let mut decoder = Decoder::new();
            decoder.chunk = stored;
            decoder.decode(&pipeline, mask, 24, 8).unwrap();
            assert_eq!(decoder.chunk, plain, "mask {mask}");
        }
    }

    #[test]
    fn a_stream_of_another_size_is_refused() {
        let pipeline = [filter(DEFLATE)];
        for bytes in [16, 32] {
            let mut decoder = Decoder::new();
            decoder.chunk = deflated(&[0; 24]);
            assert!(decoder.decode(&pipeline, 0, bytes, 8).is_err());
        }
    }

    proptest::proptest! {
        #[test]
        fn unshuffling_undoes_shuffling(plain: Vec<u8>, width in 1usize..20) {
            let elements = plain.len() / width;
            let (whole, odd) = plain.split_at(elements * width);
            let planes = (0..width).flat_map(|byte| whole.iter().skip(byte).step_by(width));
            let shuffled: Vec<u8> = planes.chain(odd).copied().collect();
            let mut restored = Vec::new();
            unshuffle(&shuffled, &mut restored, width);
            proptest::prop_assert_eq!(restored, plain);
        }

        #[test]
        fn any_bytes_unpack_to_no_more_than_allowed(packed: Vec<u8>, bytes in 0usize..4096) {
            let mut plain = Vec::new();
            if unpack_lzf(&packed, &mut plain, bytes).is_ok() {
                proptest::prop_assert!(plain.len() <= bytes);
            }
        }
    }
}
