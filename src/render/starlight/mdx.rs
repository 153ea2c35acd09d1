//! MDX pages from templates.

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, HtmlEscape, UndefinedBehavior, context};

use super::CONTENT_ROOT;
use crate::page::{CasePage, CatalogueIndex, ComparePage, ProblemPage, RunAddress, RunPage};
use crate::render::{Artifact, Content, RenderError, markdown, theme};

const NAMES: [&str; 5] = ["overview.mdx", "case.mdx", "compare.mdx", "run.mdx", "problem.mdx"];

/// The templates of the theme's pages.
pub struct Pages {
    environment: Environment<'static>,
    catalogue_title: String,
}

impl Pages {
    /// Loads the embedded theme's templates for a catalogue of this title.
    pub fn load(catalogue_title: &str) -> Result<Self, RenderError> {
        let mut environment = Environment::empty();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::Json);
        environment.set_syntax(lines_of_their_own()?);
        for name in NAMES {
            let source = theme::starlight_template(name).ok_or_else(|| missing(name))?;
            environment
                .add_template_owned(name, source.into_owned())
                .map_err(|error| broken(name, &error))?;
        }
        Ok(Self { environment, catalogue_title: catalogue_title.to_owned() })
    }

    pub(super) fn run(
        &self,
        page: &RunPage,
        address: &RunAddress,
        case_title: &str,
    ) -> Result<Artifact, RenderError> {
        let context = context! {
            summary => page.summary.is_some(),
            hotspots => page.hotspots.len() > 1,
            balance => page.balance.is_some(),
            matrix => page.matrix.is_some(),
            line_profiles => !page.line_profiles.is_empty(),
            hardware => !page.hardware.is_empty(),
            charts => page.charts.as_ref().is_some_and(|charts| !charts.is_empty()),
            figures => !page.images.is_empty(),
            files => !page.files.is_empty(),
            metadata => !page.metadata.is_empty(),
            ..self.of_run(&page.label, address, case_title)
        };
        self.render("run.mdx", &address.page, context)
    }

    pub(super) fn problem(
        &self,
        page: &ProblemPage,
        address: &RunAddress,
        case_title: &str,
    ) -> Result<Artifact, RenderError> {
        let context = self.of_run(&page.label, address, case_title);
        self.render("problem.mdx", &address.page, context)
    }

    /// What every page in the place of a run needs.
    fn of_run(&self, label: &str, address: &RunAddress, case_title: &str) -> minijinja::Value {
        let title = format!("{case_title}: {label}");
        context! { page_title => self.page_title(&title), title, label, paths => paths(&address.page) }
    }

    pub(super) fn case(
        &self,
        page: &CasePage,
        address: &str,
        case_title: &str,
        order: usize,
    ) -> Result<Artifact, RenderError> {
        let context = context! {
            title => &page.title,
            label => case_title,
            hidden => page.up.is_some(),
            executions => page.executions.is_some(),
            description => markdown::first_paragraph(&page.description),
            order,
            page_title => self.page_title(&page.title),
            paths => paths(address),
            filter => page.filter.is_some(),
            comparison => page.comparison.is_some(),
            charts => page.charts.as_ref().is_some_and(|charts| !charts.is_empty()),
            metadata => !page.info.is_empty(),
            figures => !page.images.is_empty(),
            code => !page.code.is_empty(),
        };
        self.render("case.mdx", address, context)
    }

    pub(super) fn compare(&self, page: &ComparePage, address: &str) -> Result<Artifact, RenderError> {
        let context = context! {
            title => &page.title,
            page_title => self.page_title(&page.title),
            paths => paths(address),
        };
        self.render("compare.mdx", address, context)
    }

    pub(super) fn overview(&self, index: &CatalogueIndex) -> Result<Artifact, RenderError> {
        let context = context! {
            title => &index.title,
            description => markdown::first_paragraph(&index.description),
            page_title => self.page_title(""),
            paths => paths("index"),
        };
        self.render("overview.mdx", "index", context)
    }

    /// Content of a page's `<title>`, as HTML: Starlight writes what it is given there unescaped.
    fn page_title(&self, title: &str) -> String {
        let site = &self.catalogue_title;
        let whole = if title.is_empty() { site.clone() } else { format!("{title} | {site}") };
        HtmlEscape(&whole).to_string()
    }

    fn render(&self, name: &str, page: &str, context: minijinja::Value) -> Result<Artifact, RenderError> {
        let template = self.environment.get_template(name).map_err(|error| broken(name, &error))?;
        let text = template.render(context).map_err(|error| broken(name, &error))?;
        Ok(Artifact {
            address: format!("{CONTENT_ROOT}/{page}.mdx"),
            content: Content::Bytes(text.into_bytes()),
        })
    }
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages").finish_non_exhaustive()
    }
}

/// Import paths from a page: its data, the components and the index.
fn paths(page: &str) -> minijinja::Value {
    let name = page.rsplit('/').next().unwrap_or(page);
    // The pages' root is three folders below the project's `src`.
    let up = "../".repeat(page.matches('/').count() + 3);
    context! {
        data => format!("./{name}.data.json"),
        components => format!("{up}components/report"),
        index => format!("{up}../public/catalogue/index.json"),
    }
}

/// Block tags stand on lines of their own and leave nothing behind.
fn lines_of_their_own() -> Result<SyntaxConfig, RenderError> {
    let mut syntax = SyntaxConfig::builder();
    let built = syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    built.map_err(|error| broken("syntax", &error))
}

fn missing(name: &str) -> RenderError {
    RenderError::Template { template: name.to_owned(), reason: "not part of the theme".to_owned() }
}

fn broken(name: &str, error: &minijinja::Error) -> RenderError {
    let line = error.line().map(|line| format!("line {line}: ")).unwrap_or_default();
    RenderError::Template { template: name.to_owned(), reason: format!("{line}{error}") }
}
