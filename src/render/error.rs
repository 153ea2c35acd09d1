//! What can go wrong when rendering.

/// A page that could not be rendered: a broken template, or a figure that is no JSON.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A template does not exist, does not parse, or failed.
    #[error("template {template}: {reason}")]
    Template {
        /// Its name.
        template: String,
        /// The engine's message, with the line.
        reason: String,
    },
    /// A model could not be serialised.
    #[error("the data of {address} cannot be written as JSON: {reason}")]
    Json {
        /// Where it belongs.
        address: String,
        /// The serialiser's message.
        reason: String,
    },
}
