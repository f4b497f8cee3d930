#!/bin/sh
# biblatex 0.12.0 (crates.io) escapes a formula and commands again when it writes them: each save of a library adds backslashes
# before an index in a title, and one turns `\emph` into a line break and a word in braces. An address in `\url` becomes the
# address `\urlhttps:`, which no browser opens.
#
# Seen:
#   address: \urlhttps://a.example/mill
#   title = {The $x\_2$ mill, \\emph\{rye\}},
#   address: \urlhttps://a.example/mill
#   title = {The $x\\\_2$ mill, \\emph\{rye\}},
#   address: \urlhttps://a.example/mill
#   title = {The $x\\\\\\\_2$ mill, \\emph\{rye\}},
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
biblatex = "=0.12.0"
TOML
mkdir src
cat >src/main.rs <<'RUST'
const FILE: &str = r"@online{mill, title = {The $x_2$ mill, \emph{rye}}, url = {\url{https://a.example/mill}}, date = {2020-03}}";

fn main() {
    let mut file = FILE.to_string();
    for _ in 0..3 {
        let library = biblatex::Bibliography::parse(&file).unwrap();
        println!("address: {}", library.get("mill").unwrap().url().unwrap());
        file = library.to_biblatex_string();
        println!("{}", file.lines().find(|line| line.starts_with("title")).unwrap());
    }
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
address: \urlhttps://a.example/mill
title = {The $x\_2$ mill, \\emph\{rye\}},
address: \urlhttps://a.example/mill
title = {The $x\\\_2$ mill, \\emph\{rye\}},
address: \urlhttps://a.example/mill
title = {The $x\\\\\\\_2$ mill, \\emph\{rye\}},
SEEN
diff expected seen
