#!/bin/sh
# atom_syndication 0.12.10 (crates.io) reads a drawing as the content of an entry, and writes it with its tags escaped. RFC
# 4287, 4.1.3.3, says that a content whose type ends in `+xml` is an element within `content`, so other readers find text in
# place of the drawing.
#
# Seen:
#   <content type="image/svg+xml">&lt;svg xmlns=&quot;http://www.w3.org/2000/svg&quot;&gt;&lt;title&gt;R
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
atom_syndication = "=0.12.10"
TOML
mkdir src
cat >src/main.rs <<'RUST'
const FEED: &str = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:a</id><updated>2026-01-01T00:00:00Z</updated>
<author><name>Ann</name></author><entry><id>urn:b</id><title>Rye</title><updated>2026-01-01T00:00:00Z</updated>
<link href="https://a.example/rye"/><summary>A drawing</summary>
<content type="image/svg+xml"><svg xmlns="http://www.w3.org/2000/svg"><title>Rye</title></svg></content></entry></feed>"#;

fn main() {
    let feed = atom_syndication::Feed::read_from(FEED.as_bytes()).unwrap().to_string();
    println!("{:.100}", &feed[feed.find("<content").unwrap()..]);
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
<content type="image/svg+xml">&lt;svg xmlns=&quot;http://www.w3.org/2000/svg&quot;&gt;&lt;title&gt;R
SEEN
diff expected seen
