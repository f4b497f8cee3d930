#!/bin/sh
# greader_api 0.7.0 (crates.io) reads the member `self` of a stream only as an object. Google Reader sent a list with an object,
# and Miniflux 2.3.5 still does (internal/googlereader/response.go). greader_api rejects the whole response.
#
# Seen:
#   {"href":"https://example.org/"}: 0 items
#   [{"href":"https://example.org/"}]: invalid type: map, expected a string at line 1 column 53
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
greader_api = "=0.7.0"
serde_json = "1"
TOML
mkdir src
cat >src/main.rs <<'RUST'
use greader_api::models::Stream;

fn main() {
    for own in [r#"{"href":"https://example.org/"}"#, r#"[{"href":"https://example.org/"}]"#] {
        let text = format!(r#"{{"id":"user/-/state/com.google/reading-list","self":{own},"items":[]}}"#);
        match serde_json::from_str::<Stream>(&text) {
            Ok(stream) => println!("{own}: {} items", stream.items.len()),
            Err(error) => println!("{own}: {error}"),
        }
    }
}
RUST
cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
{"href":"https://example.org/"}: 0 items
[{"href":"https://example.org/"}]: invalid type: map, expected a string at line 1 column 53
SEEN
diff expected seen
