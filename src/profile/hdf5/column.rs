//! One dataset as a column of numbers or text.
//!
//! Chunks are fetched and decoded here, several at a time and straight into the finished column, so that
//! no second copy of a column is held and every size is checked before memory is taken for it.

use hdf5::{Chunk, Datatype, Filter, Layout, Source};
use rayon::prelude::*;

use super::container::{Container, broken};
use super::filters::{self, Decoder};
use super::heap::{REFERENCE_BYTES, TextType, fixed_text};
use super::numbers::{FloatType, IntegerType};
use crate::profile::Problem;
use crate::profile::rows::{corrupt, layout};

/// Elements of an unchunked dataset that are fetched at a time.
const BLOCK_ELEMENTS: usize = 1 << 16;
/// Elements that are worth handing to another thread.
const TASK_ELEMENTS: usize = 1 << 15;
/// A chunk of this size is accepted however small it is stored.
const MAX_CHUNK_BYTES: u64 = 64 << 20;

/// A dataset of one dimension, or of two that are read row by row.
pub(super) struct Column<'a> {
    container: &'a Container,
    dataset: hdf5::Dataset,
    place: String,
    shape: Vec<usize>,
    datatype: Datatype,
}

/// Where the elements are.
enum Storage {
    /// In the dataset's header, or read whole by the HDF5 library.
    Bytes(Vec<u8>),
    /// In one piece.
    Contiguous { address: u64 },
    /// In pieces of `elements`; `chunks` has one per piece, in order.
    Chunked { elements: usize, chunks: Vec<Chunk>, pipeline: Vec<Filter> },
}

impl<'a> Column<'a> {
    /// Looks at the type and shape of a dataset; nothing of its content is read.
    pub(super) fn open(
        container: &'a Container,
        dataset: hdf5::Dataset,
        place: String,
    ) -> Result<Self, Problem> {
        let shape = dataset.shape().map_err(|error| broken(&place, &error))?;
        let datatype = dataset.datatype().map_err(|error| broken(&place, &error))?;
        if !matches!(shape.len(), 1 | 2) {
            return Err(layout(place, format!("has {} dimensions", shape.len())));
        }
        let too_large =
            || Problem::TooLarge { place: place.clone(), reason: format!("its shape is {shape:?}") };
        let shape: Option<Vec<usize>> = shape.iter().map(|n| usize::try_from(*n).ok()).collect();
        let shape = shape.filter(|shape| shape.iter().try_fold(1usize, |n, d| n.checked_mul(*d)).is_some());
        let shape = shape.ok_or_else(too_large)?;
        Ok(Self { container, dataset, place, shape, datatype })
    }

    /// Path of the dataset inside the file.
    pub(super) fn place(&self) -> &str {
        &self.place
    }

    /// Number of entries: rows of a matrix.
    pub(super) fn len(&self) -> usize {
        self.shape.first().copied().unwrap_or(0)
    }

    /// Number of columns of a matrix; 1 for a plain column.
    pub(super) fn width(&self) -> usize {
        self.shape.get(1).copied().unwrap_or(1)
    }

    /// The stored type.
    pub(super) fn datatype(&self) -> &Datatype {
        &self.datatype
    }

    /// A problem of the content at one row.
    pub(super) fn corrupt_at(&self, row: usize, reason: impl Into<String>) -> Problem {
        corrupt(format!("{}, row {row}", self.place), reason)
    }

    /// The type for whole numbers, or the problem that the column has none.
    pub(super) fn integer_type(&self) -> Result<IntegerType, Problem> {
        IntegerType::of(&self.datatype).ok_or_else(|| self.mistyped("whole numbers"))
    }

    /// All entries as whole numbers.
    pub(super) fn integers(&self) -> Result<Vec<i64>, Problem> {
        let integer = self.integer_type()?;
        self.decode(1, |stored, values| {
            integer.read_all(stored, values).map_err(|row| (row, "the number is out of range"))
        })
    }

    /// All entries as whole numbers from 0 on.
    pub(super) fn naturals(&self) -> Result<Vec<u64>, Problem> {
        let integer = self.integer_type()?;
        self.decode(1, |stored, values| {
            for (row, (value, stored)) in
                values.iter_mut().zip(stored.chunks_exact(integer.bytes())).enumerate()
            {
                *value = integer.read_natural(stored).ok_or((row, "the number is negative"))?;
            }
            Ok(())
        })
    }

    /// All entries as floating-point numbers; those of a matrix row by row.
    pub(super) fn floats(&self) -> Result<Vec<f64>, Problem> {
        let float = FloatType::of(&self.datatype).ok_or_else(|| self.mistyped("numbers"))?;
        self.decode(1, |stored, values: &mut [f64]| {
            for (row, (value, stored)) in
                values.iter_mut().zip(stored.chunks_exact(float.bytes())).enumerate()
            {
                *value = float.read(stored).ok_or((row, "the number is out of range"))?;
            }
            Ok(())
        })
    }

    /// All entries as text.
    pub(super) fn texts(&self) -> Result<Vec<String>, Problem> {
        let text = TextType::of(&self.datatype).ok_or_else(|| self.mistyped("text"))?;
        let stored = self.records()?;
        let width = self.element_bytes()?;
        if text == TextType::Heap && width != REFERENCE_BYTES {
            return Err(self.mistyped("text"));
        }
        self.container.with_heap(|heap| {
            let read = |(row, element): (usize, &[u8])| {
                let text = match &text {
                    TextType::Fixed(padding) => fixed_text(element, padding),
                    TextType::Heap => heap.text(element).map_err(|reason| self.corrupt_at(row, reason))?,
                };
                self.container.count_text(text.len(), &self.place)?;
                Ok(text)
            };
            stored.chunks_exact(width).enumerate().map(read).collect()
        })
    }

    /// The bytes of all entries, one after the other as stored.
    pub(super) fn records(&self) -> Result<Vec<u8>, Problem> {
        self.decode(self.element_bytes()?, |stored, bytes: &mut [u8]| {
            bytes.copy_from_slice(stored.get(..bytes.len()).unwrap_or_default());
            Ok(())
        })
    }

    fn mistyped(&self, wanted: &str) -> Problem {
        layout(&*self.place, format!("holds {} in place of {wanted}", class_of(&self.datatype)))
    }

    fn element_bytes(&self) -> Result<usize, Problem> {
        let bytes = usize::try_from(self.datatype.type_size()).unwrap_or(0);
        if bytes == 0 { Err(self.mistyped("values")) } else { Ok(bytes) }
    }

    /// Decodes the whole dataset into `units` values per element. `decode` gets the bytes of some elements
    /// and fills the values that they make, or says which element is wrong and why.
    fn decode<T, F>(&self, units: usize, decode: F) -> Result<Vec<T>, Problem>
    where
        T: Copy + Default + Send,
        F: Fn(&[u8], &mut [T]) -> Result<(), (usize, &'static str)> + Sync,
    {
        let elements: usize = self.shape.iter().product();
        let element_bytes = self.element_bytes()?;
        let bytes = (elements as u64).saturating_mul(element_bytes as u64);
        self.container.count_decoded(bytes, &self.place)?;
        if elements == 0 {
            return Ok(Vec::new());
        }
        let storage = self.storage(elements, element_bytes)?;
        let block = match &storage {
            Storage::Chunked { elements, .. } => *elements,
            _ => BLOCK_ELEMENTS,
        };
        let values = elements.saturating_mul(units);
        let mut column: Vec<T> = Vec::new();
        column.try_reserve_exact(values).map_err(|_| self.no_memory(bytes))?;
        column.resize(values, T::default());
        let read_block = |decoder: &mut Decoder, index: usize, values: &mut [T]| {
            let stored = self.fetch(&storage, decoder, index, block, element_bytes)?;
            decode(stored, values).map_err(|(row, reason)| {
                self.corrupt_at(index.saturating_mul(block).saturating_add(row), reason)
            })
        };
        let block_values = block.saturating_mul(units).min(values);
        if elements <= TASK_ELEMENTS {
            let mut decoder = Decoder::new();
            for (index, values) in column.chunks_mut(block_values).enumerate() {
                read_block(&mut decoder, index, values)?;
            }
            return Ok(column);
        }
        let first_problem = column
            .par_chunks_mut(block_values)
            .enumerate()
            .with_min_len(TASK_ELEMENTS.div_ceil(block))
            .map_init(Decoder::new, |decoder, (index, values)| read_block(decoder, index, values).err())
            .find_map_first(|problem| problem);
        first_problem.map_or(Ok(column), Err)
    }

    fn no_memory(&self, bytes: u64) -> Problem {
        let reason = format!("there is no memory for its {bytes} bytes");
        Problem::TooLarge { place: self.place.clone(), reason }
    }

    /// The bytes of one block of elements, decoded.
    fn fetch<'b>(
        &self,
        storage: &'b Storage,
        decoder: &'b mut Decoder,
        index: usize,
        block: usize,
        element_bytes: usize,
    ) -> Result<&'b [u8], Problem> {
        let start = index.saturating_mul(block).saturating_mul(element_bytes);
        let block_bytes = block.saturating_mul(element_bytes);
        let wrong = |reason: String| corrupt(&*self.place, reason);
        match storage {
            Storage::Bytes(bytes) => {
                let rest = bytes.get(start..).unwrap_or_default();
                Ok(rest.get(..block_bytes).unwrap_or(rest))
            }
            Storage::Contiguous { address } => {
                let elements: usize = self.shape.iter().product();
                let left = elements.saturating_mul(element_bytes).saturating_sub(start);
                filters::resize(&mut decoder.chunk, block_bytes.min(left)).map_err(wrong)?;
                let at = address.saturating_add(start as u64);
                self.read_at(at, &mut decoder.chunk)?;
                Ok(&decoder.chunk)
            }
            Storage::Chunked { chunks, pipeline, .. } => {
                let chunk = chunks.get(index).ok_or_else(|| wrong("a chunk is missing".to_owned()))?;
                let stored = usize::try_from(chunk.storage_size).unwrap_or(usize::MAX);
                filters::resize(&mut decoder.chunk, stored).map_err(wrong)?;
                self.read_at(chunk.address, &mut decoder.chunk)?;
                decoder.decode(pipeline, chunk.filter_mask, block_bytes, element_bytes).map_err(wrong)?;
                Ok(&decoder.chunk)
            }
        }
    }

    fn read_at(&self, address: u64, buffer: &mut [u8]) -> Result<(), Problem> {
        let read = self.container.source().read_at(address, buffer);
        read.map_err(|error| broken(&self.place, &error.into()))
    }

    /// Finds the pieces of the dataset and checks that they are all there.
    fn storage(&self, elements: usize, element_bytes: usize) -> Result<Storage, Problem> {
        let layout_of = self.dataset.layout().map_err(|error| broken(&self.place, &error))?;
        let chunk_shape = match layout_of {
            Layout::Contiguous { address, size } => {
                let bytes = (elements as u64).saturating_mul(element_bytes as u64);
                let inside = |address: &u64| {
                    address.checked_add(bytes).is_some_and(|end| end <= self.container.source().bytes())
                };
                let address = address.filter(inside).filter(|_| size >= bytes);
                let reason = "its values are not in the file";
                return address
                    .map(|address| Storage::Contiguous { address })
                    .ok_or_else(|| corrupt(&*self.place, reason));
            }
            Layout::Chunked { chunk_shape, .. } => chunk_shape,
            _ => return self.read_whole(elements, element_bytes),
        };
        let pipeline = self.dataset.filter_pipeline();
        match chunk_shape.as_slice() {
            [chunk] if filters::supported(&pipeline) => {
                self.chunks(elements, element_bytes, *chunk, pipeline)
            }
            _ => self.read_whole(elements, element_bytes),
        }
    }

    /// Lets the HDF5 library read what is rare: compact and two-dimensional datasets, other filters.
    fn read_whole(&self, elements: usize, element_bytes: usize) -> Result<Storage, Problem> {
        let bytes = self.dataset.read_raw().map_err(|error| broken(&self.place, &error))?;
        if bytes.len() == elements.saturating_mul(element_bytes) {
            return Ok(Storage::Bytes(bytes));
        }
        Err(corrupt(&*self.place, "its values are not in the file"))
    }

    fn chunks(
        &self,
        elements: usize,
        element_bytes: usize,
        chunk_elements: u64,
        pipeline: Vec<Filter>,
    ) -> Result<Storage, Problem> {
        let file_bytes = self.container.source().bytes();
        let wrong = |reason: &str| corrupt(&*self.place, reason);
        let chunk_bytes = chunk_elements.saturating_mul(element_bytes as u64);
        let limit = MAX_CHUNK_BYTES.max(file_bytes);
        if chunk_elements == 0 || chunk_bytes > limit {
            return Err(wrong(&format!("its chunks claim {chunk_bytes} bytes each")));
        }
        let block = usize::try_from(chunk_elements).map_err(|_| wrong("its chunks are too large"))?;
        let expected = elements.div_ceil(block);
        let mut chunks = self.dataset.chunks().map_err(|error| broken(&self.place, &error))?;
        chunks.retain(|chunk| chunk.offset.first().is_some_and(|first| *first < elements as u64));
        chunks.sort_by_key(|chunk| chunk.offset.first().copied());
        let in_place = |(index, chunk): (usize, &Chunk)| {
            chunk.offset.first().copied() == (index as u64).checked_mul(chunk_elements)
        };
        if chunks.len() != expected || !chunks.iter().enumerate().all(in_place) {
            return Err(wrong(&format!("{} of its {expected} chunks are in the file", chunks.len())));
        }
        if chunks.iter().any(|chunk| chunk.storage_size > file_bytes) {
            return Err(wrong("a chunk is larger than the file"));
        }
        Ok(Storage::Chunked { elements: block, chunks, pipeline })
    }
}

/// What kind of values a datatype describes, in words.
pub(super) fn class_of(datatype: &Datatype) -> &'static str {
    match datatype {
        Datatype::FixedPoint { .. } => "whole numbers",
        Datatype::FloatingPoint { .. } => "floating-point numbers",
        Datatype::String { .. } | Datatype::VariableLength { is_string: true, .. } => "text",
        Datatype::Compound { .. } => "records",
        Datatype::Enumeration { .. } => "named values",
        Datatype::Array { .. } | Datatype::VariableLength { .. } => "lists",
        _ => "values of another kind",
    }
}
