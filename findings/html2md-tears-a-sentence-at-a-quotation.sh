#!/bin/sh
# html2md 0.2.17 (crates.io) writes the quotation of `q` as it writes `blockquote`. A sentence becomes three parts: a start
# without an end, a block quotation and a line that begins with a comma. It draws no quotation marks either.
#
# Seen:
#   "She said\n> it never stopped\n\n, and left."
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
html2md = "=0.2.17"
TOML
mkdir src
cat >src/main.rs <<'RUST'
fn main() {
    println!("{:?}", html2md::parse_html("<p>She said <q>it never stopped</q>, and left.</p>"));
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
"She said\n> it never stopped\n\n, and left."
SEEN
diff expected seen
