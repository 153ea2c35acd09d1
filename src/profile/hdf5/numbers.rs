//! Numbers as HDF5 stores them: any width, sign and byte order.

use hdf5::{Datatype, DatatypeByteOrder};

/// A stored integer type of at most 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct IntegerType {
    bytes: usize,
    signed: bool,
    big_endian: bool,
}

impl IntegerType {
    /// The integer type that a datatype is, or that an enumeration (a stored Boolean) is based on.
    /// `None` for any other class and for integers with padding bits.
    pub(super) fn of(datatype: &Datatype) -> Option<Self> {
        match datatype {
            Datatype::FixedPoint { size: bytes @ (1 | 2 | 4 | 8), byte_order, layout } => {
                let whole = layout.bit_offset == 0 && u32::from(layout.bit_precision) == bytes * 8;
                let big_endian = match byte_order {
                    DatatypeByteOrder::LittleEndian => false,
                    DatatypeByteOrder::BigEndian => true,
                    DatatypeByteOrder::Vax => return None,
                };
                whole.then_some(Self { bytes: *bytes as usize, signed: layout.signed, big_endian })
            }
            Datatype::Enumeration { base_type, size, .. } if *size == base_type.type_size() => {
                Self::of(base_type)
            }
            _ => None,
        }
    }

    /// Bytes of one value.
    pub(super) fn bytes(self) -> usize {
        self.bytes
    }

    /// Reads one value; `None` if it does not fit.
    pub(super) fn read(self, stored: &[u8]) -> Option<i64> {
        let word = word(stored.get(..self.bytes)?, self.big_endian);
        let unused = 64u32.saturating_sub(u32::try_from(self.bytes).ok()?.saturating_mul(8));
        if self.signed { Some((word << unused).cast_signed() >> unused) } else { i64::try_from(word).ok() }
    }

    /// Reads one value; `None` if it is negative.
    pub(super) fn read_natural(self, stored: &[u8]) -> Option<u64> {
        if self.signed {
            return self.read(stored).and_then(|value| u64::try_from(value).ok());
        }
        Some(word(stored.get(..self.bytes)?, self.big_endian))
    }

    /// Reads as many values as `values` takes; the position of the first one that does not fit on failure.
    pub(super) fn read_all(self, stored: &[u8], values: &mut [i64]) -> Result<(), usize> {
        if self == (Self { bytes: 8, signed: true, big_endian: false }) {
            for (value, stored) in values.iter_mut().zip(stored.as_chunks().0) {
                *value = i64::from_le_bytes(*stored);
            }
            return Ok(());
        }
        for (row, (value, stored)) in values.iter_mut().zip(stored.chunks_exact(self.bytes)).enumerate() {
            *value = self.read(stored).ok_or(row)?;
        }
        Ok(())
    }
}

/// A stored floating-point type, or an integer type read as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatType {
    /// IEEE 754 of 4 or 8 bytes.
    Ieee { bytes: usize, big_endian: bool },
    /// A whole number.
    Integer(IntegerType),
}

impl FloatType {
    /// The type that a datatype is read as; `None` for anything that is no plain number.
    pub(super) fn of(datatype: &Datatype) -> Option<Self> {
        let Datatype::FloatingPoint { size, byte_order, layout } = datatype else {
            return IntegerType::of(datatype).map(Self::Integer);
        };
        let bytes = match size {
            4 if *layout == hdf5::FloatingPointLayout::IEEE754_BINARY32 => 4,
            8 if *layout == hdf5::FloatingPointLayout::IEEE754_BINARY64 => 8,
            _ => return None,
        };
        match byte_order {
            DatatypeByteOrder::LittleEndian => Some(Self::Ieee { bytes, big_endian: false }),
            DatatypeByteOrder::BigEndian => Some(Self::Ieee { bytes, big_endian: true }),
            DatatypeByteOrder::Vax => None,
        }
    }

    /// Reads one value; `None` if it does not fit.
    pub(super) fn read(self, stored: &[u8]) -> Option<f64> {
        match self {
            Self::Ieee { bytes: 4, big_endian } => {
                let word = word(stored.get(..4)?, big_endian);
                Some(f64::from(f32::from_bits(u32::try_from(word).ok()?)))
            }
            Self::Ieee { bytes, big_endian } => Some(f64::from_bits(word(stored.get(..bytes)?, big_endian))),
            Self::Integer(integer) => integer.read(stored).map(|value| value as f64),
        }
    }

    /// Bytes of one value.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Ieee { bytes, .. } => bytes,
            Self::Integer(integer) => integer.bytes,
        }
    }
}

/// Up to eight bytes as an unsigned number.
pub(super) fn word(stored: &[u8], big_endian: bool) -> u64 {
    let join = |word: u64, byte: &u8| word << 8 | u64::from(*byte);
    if big_endian { stored.iter().fold(0, join) } else { stored.iter().rev().fold(0, join) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn integer(bytes: usize, signed: bool, big_endian: bool) -> IntegerType {
        IntegerType { bytes, signed, big_endian }
    }

    #[test]
    fn every_width_sign_and_order_is_read() {
        assert_eq!(integer(1, true, false).read(&[0xff]), Some(-1));
        assert_eq!(integer(1, false, false).read(&[0xff]), Some(255));
        assert_eq!(integer(2, true, true).read(&[0xff, 0xfe]), Some(-2));
        assert_eq!(integer(4, false, true).read(&[0, 0, 1, 2]), Some(258));
        assert_eq!(integer(4, false, false).read(&[2, 1, 0, 0]), Some(258));
        assert_eq!(integer(8, true, true).read(&(-5i64).to_be_bytes()), Some(-5));
    }

    #[test]
    fn a_value_beyond_the_range_is_none_and_never_wraps() {
        assert_eq!(integer(8, false, false).read(&u64::MAX.to_le_bytes()), None);
        assert_eq!(integer(8, false, false).read_natural(&u64::MAX.to_le_bytes()), Some(u64::MAX));
        assert_eq!(integer(2, true, false).read_natural(&[0xff, 0xff]), None);
        let stored: Vec<u8> = [1, u64::MAX].into_iter().flat_map(u64::to_le_bytes).collect();
        assert_eq!(integer(8, false, false).read_all(&stored, &mut [0; 2]), Err(1));
    }

    #[test]
    fn floats_of_both_widths_are_read() {
        let single = FloatType::of(&hdf5::make_f32_type()).unwrap();
        assert_eq!(single.read(&1.5f32.to_le_bytes()), Some(1.5));
        let double = FloatType::of(&hdf5::make_f64_type()).unwrap();
        assert!(double.read(&f64::NAN.to_le_bytes()).unwrap().is_nan());
        let whole = FloatType::of(&hdf5::make_u8_type()).unwrap();
        assert_eq!(whole.read(&[7]), Some(7.0));
    }
}
