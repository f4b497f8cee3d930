#!/bin/sh
# feed-rs 3.0.0 (crates.io) makes one medium of all `media:content` of an RSS item, with one description, the last one. Three
# pictures, two of which have words of their own, share the words of the third. Media RSS says that `media:description` belongs
# to the element that it is in. Of an author in the form of RSS 2.0 it keeps the parentheses as a part of the name.
#
# Seen:
#   ["/mill.png", "/wheel.png", "/lock.png"] Some("The lock")
#   Some("(Ann Li)")
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
TOML
mkdir src
cat >src/main.rs <<'RUST'
const FEED: &str = r#"<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Mills</title>
<link>https://a.example/</link><description>Mills</description><item><title>The mill</title><author>ann@a.example (Ann Li)</author>
<media:content url="https://a.example/mill.png"><media:description>The mill</media:description></media:content>
<media:content url="https://a.example/wheel.png"/>
<media:content url="https://a.example/lock.png"><media:description>The lock</media:description></media:content></item></channel></rss>"#;

fn main() {
    let feed = feed_rs::parser::parse(FEED.as_bytes()).unwrap();
    for medium in &feed.entries[0].media {
        let pictures: Vec<_> = medium.content.iter().map(|content| content.url.as_ref().unwrap().path()).collect();
        println!("{pictures:?} {:?}", medium.description.as_ref().map(|text| text.content.as_str()));
    }
    println!("{:?}", feed.entries[0].authors[0].name);
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
["/mill.png", "/wheel.png", "/lock.png"] Some("The lock")
Some("(Ann Li)")
SEEN
diff expected seen
