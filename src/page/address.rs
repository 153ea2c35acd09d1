//! Every address of a catalogue, fixed before anything is written.
//!
//! A case's page is `[<group slug>/]<case id>`, a run's page lies below it: `<case>/<run slug>`, or
//! `<case>/<execution id>/<run slug>` for cases with executions. Two pages of one address are an error
//! that names both.

use std::collections::BTreeMap;

use crate::manifest::{Case, CaseContent, Catalogue, Run};
use crate::text::run_slug;

/// Addresses of all pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses {
    /// One per case, in manifest order.
    pub cases: Vec<CaseAddress>,
}

/// Addresses of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseAddress {
    /// Page path below `catalogue/`, without slashes at its ends.
    pub page: String,
    /// One list per execution, oldest first; a case of plain runs has one list.
    pub lists: Vec<RunList>,
    /// Page that compares executions, for a case with several.
    pub compare: Option<String>,
}

/// Addresses of the runs of one execution, or of a case of plain runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunList {
    /// Page that lists them: the execution's own, or the case's.
    pub page: String,
    /// The runs, in order.
    pub runs: Vec<RunAddress>,
}

impl CaseAddress {
    /// The runs that the case's page shows: those of the latest execution.
    pub fn current(&self) -> &[RunAddress] {
        self.lists.last().map_or(&[], |list| &list.runs)
    }
}

/// Address of a run's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunAddress {
    /// What the run is called on every page.
    pub label: String,
    /// Slug of the label.
    pub slug: String,
    /// Page path below `catalogue/`.
    pub page: String,
}

/// Two pages want one address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{first} and {second} have one address, catalogue/{page}/")]
pub struct AddressError {
    /// The page path.
    pub page: String,
    /// Who had it first, in the manifest's terms.
    pub first: String,
    /// Who wants it too.
    pub second: String,
}

/// The link to a page: base path, `catalogue`, the page's path and a trailing slash. The overview's path is empty.
pub fn href(base: &str, page: &str) -> String {
    if page.is_empty() { format!("{base}/catalogue/") } else { format!("{base}/catalogue/{page}/") }
}

impl Addresses {
    /// Fixes all addresses. `own_label` gives a profile's own label, if it has one and could be opened.
    pub fn plan(
        catalogue: &Catalogue,
        own_label: &dyn Fn(&Run) -> Option<String>,
    ) -> Result<Self, Vec<AddressError>> {
        let mut plan = Plan::default();
        plan.take("index", "the catalogue's overview".to_owned());
        let cases = catalogue.cases.iter().map(|case| plan.case(case, own_label)).collect();
        plan.check_folders();
        if plan.errors.is_empty() { Ok(Self { cases }) } else { Err(plan.errors) }
    }
}

#[derive(Default)]
struct Plan {
    /// Page path -> who has it.
    taken: BTreeMap<String, String>,
    /// Group folder -> a case in it.
    groups: BTreeMap<String, String>,
    errors: Vec<AddressError>,
}

impl Plan {
    fn take(&mut self, page: &str, owner: String) {
        if let Some(first) = self.taken.get(page) {
            self.errors.push(AddressError { page: page.to_owned(), first: first.clone(), second: owner });
        } else {
            self.taken.insert(page.to_owned(), owner);
        }
    }

    fn case(&mut self, case: &Case, own_label: &dyn Fn(&Run) -> Option<String>) -> CaseAddress {
        let words = format!("case '{}'", case.id);
        let page = match &case.group {
            Some(group) => format!("{}/{}", group.slug, case.id),
            None => case.id.clone(),
        };
        if let Some(group) = &case.group {
            self.groups
                .entry(group.slug.clone())
                .or_insert_with(|| format!("the group '{}' of {words}", group.name));
        }
        self.take(&page, words.clone());
        // A page called index would take its folder's address, which is the case's.
        self.take(&format!("{page}/index"), format!("the folder of {words}"));
        let mut compare = None;
        let lists = match &case.content {
            CaseContent::Runs(runs) => {
                vec![RunList { runs: self.runs(&page, &words, runs, own_label), page: page.clone() }]
            }
            CaseContent::Executions(executions) => {
                let folder = format!("{page}/compare");
                self.take(&folder, format!("the comparison of {words}"));
                compare = (executions.len() > 1).then_some(folder);
                let mut lists = Vec::with_capacity(executions.len());
                for execution in executions {
                    let folder = format!("{page}/{}", execution.id);
                    let words = format!("{words}, execution '{}'", execution.id);
                    self.take(&folder, words.clone());
                    let runs = self.runs(&folder, &words, &execution.runs, own_label);
                    lists.push(RunList { page: folder, runs });
                }
                lists
            }
        };
        CaseAddress { page, lists, compare }
    }

    fn runs(
        &mut self,
        folder: &str,
        words: &str,
        runs: &[Run],
        own_label: &dyn Fn(&Run) -> Option<String>,
    ) -> Vec<RunAddress> {
        let address = |(number, run): (usize, &Run)| {
            let label = run.label.clone().or_else(|| own_label(run)).unwrap_or_else(|| stem(run));
            let slug = shortened(run_slug(&label));
            let page = format!("{folder}/{slug}");
            self.take(&page, format!("{words}, run {} ('{label}')", number + 1));
            RunAddress { label, slug, page }
        };
        runs.iter().enumerate().map(address).collect()
    }

    /// A group's folder must not be a case's page as well.
    fn check_folders(&mut self) {
        for (folder, group) in &self.groups {
            if let Some(first) = self.taken.get(folder) {
                let error =
                    AddressError { page: folder.clone(), first: first.clone(), second: group.clone() };
                self.errors.push(error);
            }
        }
    }
}

/// Longest slug of a run: a file's name may have 255 bytes, and the page's data adds to it.
const LONGEST_SLUG: usize = 200;

/// A slug short enough to name files; slugs are ASCII.
fn shortened(mut slug: String) -> String {
    slug.truncate(LONGEST_SLUG);
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// The file name without its last extension; `.json.gz` counts as one.
fn stem(run: &Run) -> String {
    let name = run.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = name.strip_suffix(".gz").filter(|rest| rest.ends_with(".json")).unwrap_or(&name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::{Execution, Group};

    fn case(id: &str, group: Option<&str>, labels: &[&str]) -> Case {
        let run = |label: &&str| Run { label: Some((*label).to_owned()), ..Run::default() };
        Case {
            id: id.to_owned(),
            group: group.map(|name| Group { name: name.to_owned(), slug: name.to_lowercase() }),
            content: CaseContent::Runs(labels.iter().map(run).collect()),
            ..Case::default()
        }
    }

    fn plan(cases: Vec<Case>) -> Result<Addresses, Vec<AddressError>> {
        Addresses::plan(&Catalogue { cases, ..Catalogue::default() }, &|_| None)
    }

    #[test]
    fn runs_lie_below_their_case_and_cases_in_their_group() {
        let addresses = plan(vec![case("strong", Some("Scaling"), &["np1", "np 2"])]).unwrap();
        let case = &addresses.cases[0];
        assert_eq!(case.page, "scaling/strong");
        assert_eq!(case.current()[1].page, "scaling/strong/np-2");
        assert_eq!(href("/base", &case.page), "/base/catalogue/scaling/strong/");
        assert_eq!(href("", ""), "/catalogue/");
    }

    #[test]
    fn the_latest_execution_is_the_current_one() {
        let mut nightly = case("nightly", None, &[]);
        let night = |id: &str| Execution {
            id: id.to_owned(),
            runs: vec![Run { label: Some("np1".to_owned()), ..Run::default() }],
            ..Execution::default()
        };
        nightly.content = CaseContent::Executions(vec![night("mon"), night("tue")]);
        let addresses = plan(vec![nightly]).unwrap();
        assert_eq!(addresses.cases[0].current()[0].page, "nightly/tue/np1");
    }

    #[test]
    fn two_pages_of_one_address_are_refused_with_both_names() {
        let clashes = [
            (vec![case("index", None, &["a"])], "the catalogue's overview"),
            (vec![case("a", None, &["x y", "x-y"])], "case 'a', run 1 ('x y')"),
            (vec![case("a", None, &["index"])], "the folder of case 'a'"),
            (vec![case("n", None, &["x"]), case("c", Some("N"), &["x"])], "case 'n'"),
        ];
        for (cases, first) in clashes {
            let errors = plan(cases).unwrap_err();
            assert_eq!(errors[0].first, first, "{errors:?}");
        }
    }

    #[test]
    fn long_labels_give_names_that_file_systems_take() {
        let addresses = plan(vec![case("a", None, &[&"x ".repeat(400)])]).unwrap();
        assert!(addresses.cases[0].current()[0].slug.len() <= LONGEST_SLUG);
    }
}
