#!/bin/sh
# htmd 0.5.6 (crates.io) leaves the headings of rows out of a table, and moves the cells after them to the left. A price stands
# under the year, and the years are lost. HTML allows `th` in any row (HTML, 4.9.10). html2md 0.2.17 writes the same table
# whole.
#
# Seen:
#   htmd:
#   | Year | Price |
#   | ---- | ----- |
#   | 4    |       |
#   | 5    |       |
#   html2md:
#   |Year|Price|
#   |----|-----|
#   |1790|  4  |
#   |1791|  5  |
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
htmd = "=0.5.6"
html2md = "=0.2.17"
TOML
mkdir src
cat >src/main.rs <<'RUST'
fn main() {
    let table = "<table><thead><tr><th>Year</th><th>Price</th></tr></thead>\
        <tbody><tr><th scope=\"row\">1790</th><td>4</td></tr><tr><th scope=\"row\">1791</th><td>5</td></tr></tbody></table>";
    println!("htmd:\n{}", htmd::convert(table).unwrap());
    println!("html2md:\n{}", html2md::parse_html(table));
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
htmd:
| Year | Price |
| ---- | ----- |
| 4    |       |
| 5    |       |
html2md:
|Year|Price|
|----|-----|
|1790|  4  |
|1791|  5  |
SEEN
diff expected seen
