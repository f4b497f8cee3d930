#!/bin/sh
# @hadynz/kindle-clippings 2.0.9, which reads the file "My Clippings.txt" of Kindle e-readers, dates a German highlight of
# 3 March to 3 January, and does not know that it is a highlight. It reads an Italian one of the same day rightly.
#
# Seen:
#   UNKNOWN 2025-01-03T10:00:00.000Z
#   HIGHLIGHT 2025-03-03T10:00:00.000Z
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent @hadynz/kindle-clippings@2.0.9
cat >run.mjs <<'JS'
import clippings from '@hadynz/kindle-clippings'

const german = `Das Meer (Berg, Ada)
- Ihre Markierung auf Seite 12 | bei Position 120-123 | Hinzugefügt am Montag, 3. März 2025 10:00:00

Die Flut wartet.
==========
`
const italian = `Il mare (Berg, Ada)
- La tua evidenziazione a pagina 12 | posizione 120-123 | Aggiunto in data lunedì 3 marzo 2025 10:00:00

La marea aspetta.
==========
`
for (const file of [german, italian]) {
  const [row] = clippings.readMyClippingsFile(file)
  console.log(row.type, row.dateOfCreation.toISOString())
}
JS
TZ=UTC node run.mjs >seen
cat seen
cat >expected <<'SEEN'
UNKNOWN 2025-01-03T10:00:00.000Z
HIGHLIGHT 2025-03-03T10:00:00.000Z
SEEN
diff expected seen
