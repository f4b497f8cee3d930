#!/bin/sh
# The full-text index of SQLite (FTS5) with contentless_delete keeps the words of deleted rows on the disk, although searches no
# longer find them. They disappear when the parts of the index are merged: by 'optimize', or by 'merge' in steps that begin with a
# negative number.
#
# Seen with SQLite 3.53.4 in Node 26.10.0:
#   found after the deletion: 0
#   word in the index after the deletion: true
#   word in the index after a merge: false
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@26.10.0 >/dev/null
cat >run.mjs <<'JS'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(':memory:')
database.exec("create virtual table words using fts5 (text, content = '', contentless_delete = 1)")
database.exec("insert into words (rowid, text) values (1, 'lighthouse'), (2, 'harbour')")
database.exec('delete from words where rowid = 1')
const isStored = () =>
  database.prepare('select block from words_data').all().some(({ block }) => Buffer.from(block).includes('lighthouse'))
const found = database.prepare("select count(*) as rows from words where words match 'lighthouse'").get()
console.log(`found after the deletion: ${found.rows}`)
console.log(`word in the index after the deletion: ${isStored()}`)
database.exec("insert into words (words, rank) values ('merge', -100)")
console.log(`word in the index after a merge: ${isStored()}`)
JS
node_modules/.bin/node --disable-warning=ExperimentalWarning run.mjs >seen
cat seen
cat >expected <<'SEEN'
found after the deletion: 0
word in the index after the deletion: true
word in the index after a merge: false
SEEN
diff expected seen
