//! How the time of a region divides among itself and the regions it calls directly. The parts add up to
//! the region's total over every recursion level; calls of a region by itself stay in its own part.
//!
//! Example: solve takes 10 s, of which precondition takes 6 s and dot 1 s: own 3 s, children 6 s and 1 s.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::call_path::{CallPaths, ROOT};
use super::detail::Stack;
use super::figures::Region;

/// Stacks of the regions, or `None` when there are no call paths. `index_of` gives the index among
/// `regions` of a position in the listing.
pub(crate) fn stacks(
    paths: &CallPaths,
    regions: &[Region],
    index_of: &dyn Fn(u32) -> Option<usize>,
) -> Option<Vec<Stack>> {
    let mut children: Vec<BTreeMap<usize, i128>> = vec![BTreeMap::new(); regions.len()];
    let mut any_path = false;
    for node in paths.nodes.iter().skip(1) {
        any_path = true;
        let parent = paths.nodes.get(node.parent as usize).filter(|_| node.parent != ROOT);
        let (Some(parent), Some(child)) =
            (parent.and_then(|node| index_of(node.region)), index_of(node.region))
        else {
            continue;
        };
        if let Some(children) = children.get_mut(parent) {
            *children.entry(child).or_default() += node.figures.total_ns;
        }
    }
    let name = |region: &usize| regions.get(*region).map(|region| Arc::clone(&region.name));
    let stacks = regions.iter().enumerate().zip(children).map(|((index, region), children)| {
        let called_ns: i128 = children.values().sum();
        let mut children: Vec<(usize, i128)> = children.into_iter().collect();
        children.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| name(&a.0).cmp(&name(&b.0))));
        Stack { region: index, own_ns: region.total_ns.unwrap_or(0) - called_ns, children }
    });
    any_path.then(|| stacks.collect())
}

#[cfg(test)]
mod tests {
    use crate::analysis::fixture::ProfileBuilder;
    use crate::analysis::{Selection, analyse};

    #[test]
    fn worked_example_with_recursion() {
        let profile = ProfileBuilder::new()
            .calls(0, "solve", &[(0, 10), (20, 25), (21, 24)])
            .calls(0, "precondition", &[(1, 7), (22, 23)])
            .calls(0, "dot", &[(8, 9)])
            .build();
        let analysis = analyse(&profile, &Selection::all());
        let stacks = analysis.detail.stacks.unwrap();
        let names: Vec<&str> = analysis.figures.regions.iter().map(|region| &*region.name).collect();
        assert_eq!(names, ["solve", "precondition", "dot"]);
        assert_eq!((stacks[0].own_ns, &stacks[0].children[..]), (10, &[(1, 7), (2, 1)][..]));
        assert_eq!((stacks[1].own_ns, stacks[1].children.len()), (7, 0));
    }

    #[test]
    fn no_tree_no_stack() {
        let profile = ProfileBuilder::new().calls(0, "a", &[(0, 5)]).calls(0, "b", &[(3, 8)]).build();
        assert_eq!(analyse(&profile, &Selection::all()).detail.stacks, None);
    }
}
