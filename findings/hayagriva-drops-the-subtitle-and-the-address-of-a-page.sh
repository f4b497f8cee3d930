#!/bin/sh
# hayagriva 0.10.1 (crates.io), the library of bibliographies of Typst, reads BibLaTeX and drops the subtitle and the keywords
# of an entry. It drops an address in `howpublished` with `\url`, the form for web pages in BibTeX, which has no field for them,
# and an address in `\url` in the field `url`. BibLaTeX's manual says that `subtitle` is the subtitle of the work (2.2.2).
#
# Seen:
#   rye:
#     type: book
#     title: Rye
#     author: Li, Ann
#     date: 2020
#   mill:
#     type: misc
#     title: The mill
#     author: Li, Ann
#     date: 2021
#     note: \\url\{https://a.example/mill\}
#   lock:
#     type: misc
#     title: The lock
#     author: Li, Ann
#     date: 2021
#   weir:
#     type: misc
#     title: The weir
#     author: Li, Ann
#     date: 2021
#     url: https://a.example/weir
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
hayagriva = { version = "=0.10.1", features = ["biblatex"] }
TOML
mkdir src
cat >src/main.rs <<'RUST'
const LIBRARY: &str = r#"
@book{rye, author = {Ann Li}, title = {Rye}, subtitle = {How mills changed bread}, date = {2020}, keywords = {mills, bread}}
@misc{mill, author = {Ann Li}, title = {The mill}, year = {2021}, howpublished = {\url{https://a.example/mill}}}
@misc{lock, author = {Ann Li}, title = {The lock}, year = {2021}, url = {\url{https://a.example/lock}}}
@misc{weir, author = {Ann Li}, title = {The weir}, year = {2021}, url = {https://a.example/weir}}
"#;

fn main() {
    let library = hayagriva::io::from_biblatex_str(LIBRARY).unwrap();
    println!("{}", hayagriva::io::to_yaml_str(&library).unwrap());
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
rye:
  type: book
  title: Rye
  author: Li, Ann
  date: 2020
mill:
  type: misc
  title: The mill
  author: Li, Ann
  date: 2021
  note: \\url\{https://a.example/mill\}
lock:
  type: misc
  title: The lock
  author: Li, Ann
  date: 2021
weir:
  type: misc
  title: The weir
  author: Li, Ann
  date: 2021
  url: https://a.example/weir
SEEN
diff expected seen
