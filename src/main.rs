//! The `scope-profiler` program; everything it does is in the library.

fn main() -> std::process::ExitCode {
    scope_profiler::cli::main()
}
