#!/bin/sh
# fast_html2md 0.0.63 (crates.io) replaces `&nbsp;` and `&#160;` by nothing, so the words on both sides become one. The same
# space as a character stays. HTML defines the three as the same character (HTML, 13.5).
#
# Seen:
#   "M.Li walked 10km."
#   "M.Li walked 10km."
#   "M. Li walked 10 km."
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
fast_html2md = "=0.0.63"
TOML
mkdir src
cat >src/main.rs <<'RUST'
fn main() {
    for html in ["<p>M.&nbsp;Li walked 10&nbsp;km.</p>", "<p>M.&#160;Li walked 10&#160;km.</p>", "<p>M.\u{a0}Li walked 10\u{a0}km.</p>"] {
        println!("{:?}", html2md::rewrite_html(html, false));
    }
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
"M.Li walked 10km."
"M.Li walked 10km."
"M. Li walked 10 km."
SEEN
diff expected seen
