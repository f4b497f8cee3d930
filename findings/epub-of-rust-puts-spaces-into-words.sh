#!/bin/sh
# epub 2.1.6 (crates.io) reads a page of a book with `get_current_with_epub_uris`, which replaces the addresses of pictures and
# links, and lays the page out anew: elements side by side in a paragraph or in a `pre` come on lines of their own. A word whose
# parts are marked becomes three words, and code gets line breaks. `get_current_str` returns the page as it is in the book.
#
# Seen:
#   get_current_str:
#   <p><b>un</b><i>believ</i><b>able</b></p><pre><span>let</span> <span>mill</span><span>;</span></pre>
#   get_current_with_epub_uris:
#   <p>
#         <b>un</b>
#         <i>believ</i>
#         <b>able</b>
#       </p>
#       <pre>
#         <span>let</span> <span>mill</span>
#         <span>;</span>
#       </pre>
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
epub = "=2.1.6"
zip = { version = "=4.6.1", default-features = false, features = ["deflate"] }
TOML
mkdir src
cat >src/main.rs <<'RUST'
use std::io::{Cursor, Write};

use epub::doc::EpubDoc;
use zip::write::{SimpleFileOptions, ZipWriter};

const CONTAINER: &str = r#"<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;
const BOOK: &str = r#"<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:mill</dc:identifier><dc:title>The mill</dc:title>
<dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>"#;
const NAV: &str = r#"<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Mill</title></head>
<body><nav epub:type="toc"><ol><li><a href="one.xhtml">The wheel</a></li></ol></nav></body></html>"#;
const PAGE: &str = r#"<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Mill</title></head><body>
<p><b>un</b><i>believ</i><b>able</b></p><pre><span>let</span> <span>mill</span><span>;</span></pre></body></html>"#;

fn main() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let files = [("META-INF/container.xml", CONTAINER), ("book.opf", BOOK), ("nav.xhtml", NAV), ("one.xhtml", PAGE)];
    for (name, text) in [("mimetype", "application/epub+zip")].into_iter().chain(files) {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    let mut book = EpubDoc::from_reader(zip.finish().unwrap()).unwrap();
    let part = |page: String| page[page.find("<p>").unwrap()..page.find("</body>").unwrap()].trim_end().to_string();
    println!("get_current_str:\n{}", part(book.get_current_str().unwrap().0));
    println!("get_current_with_epub_uris:\n{}", part(String::from_utf8(book.get_current_with_epub_uris().unwrap()).unwrap()));
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
get_current_str:
<p><b>un</b><i>believ</i><b>able</b></p><pre><span>let</span> <span>mill</span><span>;</span></pre>
get_current_with_epub_uris:
<p>
      <b>un</b>
      <i>believ</i>
      <b>able</b>
    </p>
    <pre>
      <span>let</span> <span>mill</span>
      <span>;</span>
    </pre>
SEEN
diff expected seen
