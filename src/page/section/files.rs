//! Attached files, figures and code.

use serde::Serialize;

/// Files up to this size are shown on the page.
const SHOWN_BYTES: usize = 200_000;

/// A file, a link, or a file with a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Attachment {
    /// What it is called.
    pub name: String,
    /// Address of the copy.
    pub url: Option<String>,
    /// External address.
    pub link: Option<String>,
    /// Size as text.
    pub size: Option<String>,
    /// Language for highlighting.
    pub language: &'static str,
    /// Its text, if shown.
    pub text: Option<String>,
    /// Why it is not shown.
    pub reason: Option<&'static str>,
}

/// A figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Image {
    /// File name.
    pub name: String,
    /// Address of the copy.
    pub url: String,
    /// A PDF is opened on its own.
    pub pdf: bool,
    /// An SVG is offered as a download, never opened as a page.
    pub svg: bool,
}

/// A file that is copied into the site at `url`.
pub fn attachment(name: String, url: String, bytes: &[u8]) -> Attachment {
    let language = language(&name);
    let (text, reason) = match shown_text(bytes) {
        Ok(text) => (Some(text), None),
        Err(reason) => (None, Some(reason)),
    };
    Attachment { name, url: Some(url), link: None, size: Some(size(bytes.len())), language, text, reason }
}

/// A bare link.
pub fn link(url: &str, label: Option<&str>) -> Attachment {
    Attachment {
        name: label.unwrap_or(url).to_owned(),
        url: None,
        link: Some(url.to_owned()),
        size: None,
        language: "text",
        text: None,
        reason: None,
    }
}

/// A figure that is copied into the site at `url`.
pub fn image(name: String, url: String) -> Image {
    let lower = name.to_lowercase();
    Image { pdf: lower.ends_with(".pdf"), svg: lower.ends_with(".svg"), name, url }
}

fn shown_text(bytes: &[u8]) -> Result<String, &'static str> {
    if bytes.len() > SHOWN_BYTES {
        return Err("too large to show");
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()),
        _ => Err("not a text file"),
    }
}

fn size(bytes: usize) -> String {
    match bytes as f64 {
        b if b < 1000.0 => format!("{bytes} B"),
        b if b < 999_500.0 => format!("{} kB", crate::units::general(b / 1e3, 3)),
        b => format!("{} MB", crate::units::general(b / 1e6, 3)),
    }
}

/// The language of a file by its extension, as the code highlighter names it.
pub fn language(name: &str) -> &'static str {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_lowercase();
    match extension.as_str() {
        "py" | "pyx" => "python",
        "yml" | "yaml" => "yaml",
        "json" => "json",
        "toml" => "toml",
        "sh" | "bash" | "sbatch" | "slurm" => "bash",
        "md" => "markdown",
        "ini" | "cfg" => "ini",
        "c" | "h" => "c",
        "cpp" | "hpp" | "cc" | "cxx" => "cpp",
        "f90" | "f95" | "f03" | "f08" | "f" => "fortran-free-form",
        "jl" => "julia",
        "m" => "matlab",
        "rs" => "rust",
        _ => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_shown_and_the_rest_says_why_not() {
        let shown = attachment("solver.py".into(), "/x".into(), b"print()\n");
        assert_eq!((shown.text.as_deref(), shown.language), (Some("print()\n"), "python"));
        let binary = attachment("mesh.bin".into(), "/x".into(), &[0, 159, 146]);
        assert_eq!((binary.text, binary.reason), (None, Some("not a text file")));
        let large = attachment("log.txt".into(), "/x".into(), &vec![b'a'; SHOWN_BYTES + 1]);
        assert_eq!((large.reason, large.size.as_deref()), (Some("too large to show"), Some("200 kB")));
    }
}
