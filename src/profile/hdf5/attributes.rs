//! Attributes of a group, by kind, and the run's metadata made of them.

use std::collections::HashMap;

use hdf5::{AttrValue, Datatype};
use indexmap::IndexMap;

use super::column::class_of;
use super::container::Node;
use crate::profile::rows::layout;
use crate::profile::{MetaValue, Metadata, Problem};

/// The attributes of one group.
pub(super) struct Attributes {
    place: String,
    values: HashMap<String, AttrValue>,
    types: HashMap<String, Datatype>,
}

impl Attributes {
    /// Attributes of the group at `place`. A value may be missing where the type is known: it could not
    /// be decoded.
    pub(super) fn new(
        place: String,
        values: HashMap<String, AttrValue>,
        types: HashMap<String, Datatype>,
    ) -> Self {
        Self { place, values, types }
    }

    /// Whether there is an attribute of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }

    /// The attribute as one whole number; a Boolean, a list or any other kind is a problem.
    pub(super) fn integer(&self, name: &str) -> Result<Option<i64>, Problem> {
        let Some(datatype) = self.types.get(name) else { return Ok(None) };
        let problem = |reason: String| layout(self.place_of(name), reason);
        let value = self.values.get(name);
        if !matches!(datatype, Datatype::FixedPoint { .. }) {
            return Err(problem(format!("must be an integer and holds {}", class_of(datatype))));
        }
        if value.is_some_and(is_list) {
            return Err(problem("must be an integer and holds a list".to_owned()));
        }
        let value = value.and_then(AttrValue::as_i64);
        value.map(Some).ok_or_else(|| problem("is out of range".to_owned()))
    }

    /// The attribute as a number.
    pub(super) fn float(&self, name: &str) -> Result<Option<f64>, Problem> {
        if let Some(value) = self.values.get(name).and_then(AttrValue::as_f64) {
            return Ok(Some(value));
        }
        Ok(self.integer(name)?.map(|value| value as f64))
    }

    /// The attribute as text.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Problem> {
        let Some(datatype) = self.types.get(name) else { return Ok(None) };
        match self.values.get(name).and_then(AttrValue::as_str) {
            Some(text) => Ok(Some(text.to_owned())),
            None => {
                Err(layout(self.place_of(name), format!("must be text and holds {}", class_of(datatype))))
            }
        }
    }

    /// The attribute as a list of texts; empty when it is missing or an empty list of any kind.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<String>, Problem> {
        let Some(value) = self.values.get(name) else { return Ok(Vec::new()) };
        if let Some(texts) = value.as_strings() {
            return Ok(texts.to_vec());
        }
        let empty = value.to_i64s().is_some_and(|list| list.is_empty())
            || value.to_f64s().is_some_and(|list| list.is_empty());
        if empty {
            return Ok(Vec::new());
        }
        Err(layout(self.place_of(name), "must be a list of texts".to_owned()))
    }

    fn place_of(&self, name: &str) -> String {
        if self.place.is_empty() { format!("@{name}") } else { format!("{}/@{name}", self.place) }
    }
}

fn is_list(value: &AttrValue) -> bool {
    use AttrValue as A;
    !matches!(
        value,
        A::I8(_)
            | A::I16(_)
            | A::I32(_)
            | A::I64(_)
            | A::U8(_)
            | A::U16(_)
            | A::U32(_)
            | A::U64(_)
            | A::F32(_)
            | A::F64(_)
            | A::String(_)
            | A::StringSized { .. }
            | A::AsciiString(_)
            | A::AsciiStringSized { .. }
            | A::VarLenString(_)
            | A::VarLenAsciiString(_)
    )
}

/// The run's notes about itself: the attributes of the group `metadata`, by name.
pub(super) fn metadata(root: &Node<'_>) -> Result<Metadata, Problem> {
    let Some(group) = root.child("metadata")? else { return Ok(Metadata::default()) };
    let attributes = group.attributes()?;
    let mut names: Vec<&String> = attributes.types.keys().collect();
    names.sort();
    let value_of = |name: &String| {
        let datatype = attributes.types.get(name);
        attributes.values.get(name).map_or(MetaValue::Null, |value| meta_value(value, datatype))
    };
    let pairs: IndexMap<String, MetaValue> =
        names.into_iter().map(|name| (name.clone(), value_of(name))).collect();
    Ok(Metadata(pairs))
}

fn meta_value(value: &AttrValue, datatype: Option<&Datatype>) -> MetaValue {
    let boolean = datatype.is_some_and(is_boolean);
    let integer = |n: i64| if boolean { MetaValue::Bool(n != 0) } else { MetaValue::Integer(n.into()) };
    let items: Vec<MetaValue> = if let Some(texts) = value.as_strings() {
        texts.iter().cloned().map(MetaValue::Text).collect()
    } else if let Some(numbers) = value.to_i64s() {
        numbers.into_iter().map(integer).collect()
    } else if let Some(numbers) = value.to_u64s() {
        numbers.into_iter().map(|n| MetaValue::Integer(n.into())).collect()
    } else if let Some(numbers) = value.to_f64s() {
        numbers.into_iter().map(MetaValue::Float).collect()
    } else {
        return MetaValue::Null;
    };
    if is_list(value) { MetaValue::List(items) } else { items.into_iter().next().unwrap_or(MetaValue::Null) }
}

/// Whether a type is how h5py stores a Boolean: an enumeration of FALSE and TRUE.
fn is_boolean(datatype: &Datatype) -> bool {
    let Datatype::Enumeration { members, .. } = datatype else { return false };
    members.len() == 2 && members.iter().all(|m| matches!(&*m.name, "FALSE" | "TRUE"))
}
