#!/bin/sh
# warc 0.4.0 (crates.io) reads a record and keeps the last of several `WARC-Concurrent-To`, which WARC 1.1, 5.7, allows to
# repeat, so one of the records of the same visit is no longer linked to it. It writes a date without its fraction of a second,
# by which two visits are told apart, and refuses a record with only the day (both in WARC 1.1, 5.4), or with a field on two
# lines (4).
#
# Seen:
#   two records: <urn:uuid:c>, warc-date: 2026-01-02T10:00:00Z
#   a day: Malformed header: warc-date: not an ISO 8601 datestamp
#   two lines: Read further than expected.
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
warc = "=0.4.0"
TOML
mkdir src
cat >src/main.rs <<'RUST'
use warc::{WarcHeader, WarcReader, WarcWriter};

fn main() {
    let day = "2026-01-02";
    let fraction = "2026-01-02T10:00:00.25Z";
    let two = "WARC-Concurrent-To: <urn:uuid:b>\r\nWARC-Concurrent-To: <urn:uuid:c>\r\n";
    for (name, date, fields) in [("two records", fraction, two), ("a day", day, ""), ("two lines", fraction, "X-Note: Ask\r\n Ann\r\n")] {
        let file = format!(
            "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:a>\r\nWARC-Target-URI: https://a.example/mill\r\n\
             WARC-Date: {date}\r\n{fields}Content-Type: text/plain\r\nContent-Length: 3\r\n\r\nRye\r\n\r\n"
        );
        match WarcReader::new(file.as_bytes()).iter_records().next().unwrap() {
            Err(error) => println!("{name}: {error}"),
            Ok(record) => {
                let mut written = Vec::new();
                WarcWriter::new(&mut written).write(&record).unwrap();
                let written = String::from_utf8(written).unwrap();
                let line = written.lines().find(|line| line.starts_with("warc-date")).unwrap();
                println!("{name}: {}, {line}", record.header(WarcHeader::ConcurrentTo).unwrap());
            }
        }
    }
}
RUST
CARGO_PROFILE_DEV_DEBUG=0 cargo run --quiet >seen
cat seen
cat >expected <<'SEEN'
two records: <urn:uuid:c>, warc-date: 2026-01-02T10:00:00Z
a day: Malformed header: warc-date: not an ISO 8601 datestamp
two lines: Read further than expected.
SEEN
diff expected seen
