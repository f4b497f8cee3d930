#!/bin/sh
# html2text 0.17.4 (crates.io) drops the foot and the caption of a table: the sum of the prices is missing, and so is what they
# are prices of. HTML shows a `tfoot` as rows (HTML, 4.9.7), and html2md 0.2.17 writes the row.
#
# Seen:
#   html2text:
#   ────┬─────
#   Year│Price
#   ────┼─────
#   1790│4
#   ────┼─────
#   1791│5
#   ────┴─────
#   html2md:
#   |Year|Price|
#   |----|-----|
#   |1790|  4  |
#   |1791|  5  |
#   |Sum |  9  |
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
html2text = "=0.17.4"
html2md = "=0.2.17"
TOML
mkdir src
cat >src/main.rs <<'RUST'
fn main() {
    let html = "<table><caption>Prices of rye</caption><thead><tr><th>Year</th><th>Price</th></tr></thead>\
        <tbody><tr><td>1790</td><td>4</td></tr><tr><td>1791</td><td>5</td></tr></tbody>\
        <tfoot><tr><td>Sum</td><td>9</td></tr></tfoot></table>";
    println!("html2text:");
    html2text::from_read(html.as_bytes(), 80).unwrap().lines().for_each(|line| println!("{}", line.trim_end()));
    println!("html2md:\n{}", html2md::parse_html(html));
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
html2text:
────┬─────
Year│Price
────┼─────
1790│4
────┼─────
1791│5
────┴─────
html2md:
|Year|Price|
|----|-----|
|1790|  4  |
|1791|  5  |
|Sum |  9  |
SEEN
diff expected seen
