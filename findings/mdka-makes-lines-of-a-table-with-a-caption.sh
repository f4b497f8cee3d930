#!/bin/sh
# mdka 3.3.0 (crates.io) writes a table as a table of Markdown, and one with a caption as a column of lines: which price belongs
# to which year is lost. HTML says that a caption is the first child of its table (HTML, 4.9.1).
#
# Seen:
#   "| Year | Price |\n| --- | --- |\n| 1790 | 4 |\n"
#   "Prices\n\nYear\n\nPrice\n\n1790\n\n4\n"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Cargo.toml <<'TOML'
[package]
name = "seen"
version = "0.1.0"
edition = "2021"

[dependencies]
mdka = "=3.3.0"
TOML
mkdir src
cat >src/main.rs <<'RUST'
fn main() {
    for caption in ["", "<caption>Prices</caption>"] {
        let html = format!(
            "<table>{caption}<thead><tr><th>Year</th><th>Price</th></tr></thead><tbody><tr><td>1790</td><td>4</td></tr></tbody></table>"
        );
        println!("{:?}", mdka::html_to_markdown(&html));
    }
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
"| Year | Price |\n| --- | --- |\n| 1790 | 4 |\n"
"Prices\n\nYear\n\nPrice\n\n1790\n\n4\n"
SEEN
diff expected seen
