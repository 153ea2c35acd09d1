//! The themes that the program carries.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rust_embed::Embed;

/// The Astro/Starlight project and the templates of its generated pages.
#[derive(Embed)]
#[folder = "themes/starlight"]
#[exclude = "node_modules/*"]
#[exclude = "dist/*"]
#[exclude = ".astro/*"]
#[exclude = "public/catalogue/*"]
#[exclude = "src/content/docs/catalogue/*"]
#[exclude = "catalogue.config.json"]
struct Starlight;

const TEMPLATES: &str = "templates/";
/// Folder of the components that generated pages import.
pub const COMPONENTS: &str = "src/components/report";

/// A template of the Starlight theme by name.
pub fn starlight_template(name: &str) -> Option<Cow<'static, str>> {
    let file = Starlight::get(&format!("{TEMPLATES}{name}"))?;
    match file.data {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    }
}

/// Files of the Starlight theme's component folder, by path below the project.
pub fn starlight_components() -> BTreeMap<String, Vec<u8>> {
    files(|name| name.starts_with(COMPONENTS))
}

/// Files of the Starlight project around the generated folders, by path below the project.
pub fn starlight_project() -> BTreeMap<String, Vec<u8>> {
    files(|name| !name.starts_with(COMPONENTS) && !name.starts_with(TEMPLATES))
}

fn files(wanted: impl Fn(&str) -> bool) -> BTreeMap<String, Vec<u8>> {
    Starlight::iter()
        .filter(|name| wanted(name))
        .filter_map(|name| Starlight::get(&name).map(|file| (name.into_owned(), file.data.into_owned())))
        .collect()
}
