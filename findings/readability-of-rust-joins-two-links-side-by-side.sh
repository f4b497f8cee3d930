#!/bin/sh
# readability 0.3.0 and readable-readability 0.4.0 (crates.io) remove a text that is only a space. Two links, or two words with
# different emphasis, become one word. HTML shows such a space between inline elements.
#
# Seen:
#   readability: <p>A <em>very</em><strong>old</strong> mill, by <a href="/bo">Bo</a><a href="/li">Li</a>
#   readable-readability: <p>A <em>very</em><strong>old</strong> mill, by <a href="/bo">Bo</a><a href="/li">Li</a>
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
readability = "=0.3.0"
readable-readability = "=0.4.0"
url = "=2.5.8"
TOML
mkdir src
cat >src/main.rs <<'RUST'
const WORDS: &str = "The ferry crosses the bay twice a day, slowly, and carries mail, tools and visitors.";
const SENTENCE: &str = "<p>A <em>very</em> <strong>old</strong> mill, by <a href=\"/bo\">Bo</a> <a href=\"/li\">Li</a></p>";

fn main() {
    let prose = format!("<p>{}</p>", [WORDS; 4].join(" "));
    let article = format!("<article>{prose}{SENTENCE}{prose}</article>");
    let page = format!("<html><head><title>Mills</title></head><body>{article}</body></html>");
    let address = url::Url::parse("https://a.example/").unwrap();
    let first = readability::extractor::extract(&mut page.as_bytes(), &address).unwrap().content;
    let second = readable_readability::Readability::new().base_url(address).parse(&page).0.to_string();
    for (name, html) in [("readability", first), ("readable-readability", second)] {
        let start = html.find("<p>A ").unwrap();
        println!("{name}: {}", html[start..start + html[start..].find("</p>").unwrap()].replace("https://a.example", ""));
    }
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
readability: <p>A <em>very</em><strong>old</strong> mill, by <a href="/bo">Bo</a><a href="/li">Li</a>
readable-readability: <p>A <em>very</em><strong>old</strong> mill, by <a href="/bo">Bo</a><a href="/li">Li</a>
SEEN
diff expected seen
