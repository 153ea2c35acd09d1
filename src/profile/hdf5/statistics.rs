//! The stored statistics of a columnar profile: records of eleven fields, one per row of the index.

use hdf5::{CompoundMember, Datatype};

use super::column::Column;
use super::container::Node;
use super::index::expect;
use super::numbers::{FloatType, IntegerType};
use crate::profile::rows::{check_statistics, layout};
use crate::profile::{Moments, Problem, RankRegion, Recorded, StoredStatistics};

/// The column of statistics, with where each field stands in a record.
pub(super) struct Statistics<'a> {
    column: Column<'a>,
    record_bytes: usize,
    fields: Fields,
}

/// Where and as what a field is stored.
struct Field<T> {
    at: usize,
    stored: T,
}

struct Fields {
    total: Field<IntegerType>,
    min: Field<IntegerType>,
    max: Field<IntegerType>,
    first: Field<IntegerType>,
    last: Field<IntegerType>,
    start: Field<IntegerType>,
    end: Field<IntegerType>,
    gpu_calls: Field<IntegerType>,
    gpu_total: Field<IntegerType>,
    mean: Field<FloatType>,
    m2: Field<FloatType>,
}

impl<'a> Statistics<'a> {
    /// Looks for the column; checks that it has one record per row and every field.
    pub(super) fn open(index: &Node<'a>, rows: usize) -> Result<Option<Self>, Problem> {
        let Some(column) = index.column("summary_statistics")? else { return Ok(None) };
        let column = expect(column, rows)?;
        let Datatype::Compound { size, members } = column.datatype() else {
            return Err(layout(column.place(), "must hold records"));
        };
        let record_bytes = usize::try_from(*size).unwrap_or(usize::MAX);
        let members = Members { place: column.place(), members };
        let fields = Fields {
            total: members.integer("total")?,
            min: members.integer("minimum")?,
            max: members.integer("maximum")?,
            first: members.integer("first")?,
            last: members.integer("last")?,
            start: members.integer("start_minimum")?,
            end: members.integer("end_maximum")?,
            gpu_calls: members.integer("gpu_count")?,
            gpu_total: members.integer("gpu_total")?,
            mean: members.float("mean")?,
            m2: members.float("m2")?,
        };
        Ok(Some(Self { column, record_bytes, fields }))
    }

    /// Puts the statistics in place of the calls of every row.
    pub(super) fn apply(&self, rows: &mut [RankRegion]) -> Result<(), Problem> {
        let records = self.column.records()?;
        for (position, (row, record)) in
            rows.iter_mut().zip(records.chunks_exact(self.record_bytes)).enumerate()
        {
            let Recorded::Calls(range) = &row.recorded else { continue };
            let wrong = || self.column.corrupt_at(position, "a number is out of range");
            let statistics =
                self.fields.read(record, range.len() as u64, row.stored_own_ns).ok_or_else(wrong)?;
            check_statistics(&statistics, || format!("{}, row {position}", self.column.place()))?;
            row.recorded = Recorded::Statistics(statistics);
        }
        Ok(())
    }
}

impl Fields {
    fn read(&self, record: &[u8], calls: u64, own_ns: Option<i64>) -> Option<StoredStatistics> {
        let integer = |field: &Field<IntegerType>| field.stored.read(record.get(field.at..)?);
        let natural = |field: &Field<IntegerType>| field.stored.read_natural(record.get(field.at..)?);
        let float = |field: &Field<FloatType>| field.stored.read(record.get(field.at..)?);
        Some(StoredStatistics {
            calls,
            total_ns: integer(&self.total)?,
            min_ns: integer(&self.min)?,
            max_ns: integer(&self.max)?,
            own_ns,
            first_last_ns: Some((integer(&self.first)?, integer(&self.last)?)),
            span_ns: Some((integer(&self.start)?, integer(&self.end)?)),
            gpu: Some((natural(&self.gpu_calls)?, integer(&self.gpu_total)?)),
            moments: Some(Moments { mean_ns: float(&self.mean)?, m2_ns2: float(&self.m2)? }),
        })
    }
}

/// The members of the record type, looked up by name.
struct Members<'m> {
    place: &'m str,
    members: &'m [CompoundMember],
}

impl Members<'_> {
    fn integer(&self, name: &str) -> Result<Field<IntegerType>, Problem> {
        self.field(name, IntegerType::of)
    }

    fn float(&self, name: &str) -> Result<Field<FloatType>, Problem> {
        self.field(name, FloatType::of)
    }

    fn field<T>(&self, name: &str, stored: impl Fn(&Datatype) -> Option<T>) -> Result<Field<T>, Problem> {
        let member = self.members.iter().find(|member| member.name == name);
        let member = member.ok_or_else(|| layout(self.place, format!("the field \"{name}\" is missing")))?;
        let at = usize::try_from(member.byte_offset).ok();
        at.zip(stored(&member.datatype))
            .map(|(at, stored)| Field { at, stored })
            .ok_or_else(|| layout(self.place, format!("the field \"{name}\" has the wrong type")))
    }
}
