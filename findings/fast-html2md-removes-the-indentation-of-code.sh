#!/bin/sh
# fast_html2md 0.0.63 (crates.io) removes the indentation of the lines of a `pre`, so a program in Python has another meaning.
# Code in `code` within it is shown with the backticks of a short code too, and an inner list is joined to the outer one.
#
# Seen:
#   "```\nfor wheel in mill:\nturn(wheel)\nstop()\n```"
#   "```\n`turn(wheel)\nstop()`\n```"
#   "* Rye\n* Bread\n* Oats"
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
    for html in [
        "<pre>for wheel in mill:\n    turn(wheel)\nstop()</pre>",
        "<pre><code>turn(wheel)\nstop()</code></pre>",
        "<ul><li>Rye<ul><li>Bread</li></ul></li><li>Oats</li></ul>",
    ] {
        println!("{:?}", html2md::rewrite_html(html, false));
    }
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
"```\nfor wheel in mill:\nturn(wheel)\nstop()\n```"
"```\n`turn(wheel)\nstop()`\n```"
"* Rye\n* Bread\n* Oats"
SEEN
diff expected seen
