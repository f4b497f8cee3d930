#!/bin/sh
# feed-rs 3.0.0 and jsonfeed 0.2.0 (crates.io) refuse a whole JSON Feed because of one item. JSON Feed 1 says that a reader must
# turn an `id` that is a number into a string, and that a key with a leading underscore is an extension, which readers ignore.
# feed-rs also refuses a whole Atom feed for a drawing as the content of one entry, which RFC 4287, 4.1.3.3, allows as inline
# XML.
#
# Seen:
#   plain: feed-rs Ok(2)
#   plain: jsonfeed Ok(2)
#   numbered: feed-rs Err("refused")
#   numbered: jsonfeed Err("refused")
#   extended: feed-rs Ok(2)
#   extended: jsonfeed Err("refused")
#   words: feed-rs Ok(1)
#   drawing: feed-rs Err("refused")
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
feed-rs = "=3.0.0"
jsonfeed = "=0.2.0"
TOML
mkdir src
cat >src/main.rs <<'RUST'
fn main() {
    let feed = |item: &str| {
        format!(r#"{{"version":"https://jsonfeed.org/version/1","title":"Mills","items":[{{"id":"a","content_text":"Rye"}},{item}]}}"#)
    };
    let plain = feed(r#"{"id":"b","content_text":"Oats"}"#);
    let numbered = feed(r#"{"id":7,"content_text":"Oats"}"#);
    let extended = feed(r#"{"id":"b","content_text":"Oats","_mill":{"wheels":2}}"#);
    for (name, json) in [("plain", plain), ("numbered", numbered), ("extended", extended)] {
        let first = feed_rs::parser::parse(json.as_bytes()).map(|feed| feed.entries.len()).map_err(|_| "refused");
        println!("{name}: feed-rs {first:?}");
        let second = jsonfeed::from_str(&json).map(|feed| feed.items.len()).map_err(|_| "refused");
        println!("{name}: jsonfeed {second:?}");
    }
    for (name, content) in [
        ("words", r#"<content>Rye</content>"#),
        ("drawing", r#"<content type="image/svg+xml"><svg xmlns="http://www.w3.org/2000/svg"><title>Rye</title></svg></content>"#),
    ] {
        let atom = format!(
            r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:a</id><updated>2026-01-01T00:00:00Z</updated>
<author><name>Ann</name></author><entry><id>urn:b</id><title>Rye</title><updated>2026-01-01T00:00:00Z</updated>
<link href="https://a.example/rye"/><summary>A drawing</summary>{content}</entry></feed>"#
        );
        let read = feed_rs::parser::parse(atom.as_bytes()).map(|feed| feed.entries.len()).map_err(|_| "refused");
        println!("{name}: feed-rs {read:?}");
    }
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
plain: feed-rs Ok(2)
plain: jsonfeed Ok(2)
numbered: feed-rs Err("refused")
numbered: jsonfeed Err("refused")
extended: feed-rs Ok(2)
extended: jsonfeed Err("refused")
words: feed-rs Ok(1)
drawing: feed-rs Err("refused")
SEEN
diff expected seen
