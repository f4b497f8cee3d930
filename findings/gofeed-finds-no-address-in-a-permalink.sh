#!/bin/sh
# gofeed 1.4.2 returns no link for an RSS item that has only a `guid`, although RSS 2.0 says that a guid is the address of the
# item unless `isPermaLink` is false. Of several alternates of an Atom entry it takes the first, whatever its type, so a paper
# in PDF before the page hides the page. feedparser 6.0.14 reads the guid, and prefers HTML.
#
# Seen:
#   gofeed: guid ""
#   gofeed: alternates "https://a.example/mill.pdf"
#   feedparser: guid "https://a.example/mill"
#   feedparser: alternates "https://a.example/mill"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
go mod init seen 2>/dev/null
go get github.com/mmcdole/gofeed@v1.4.2 2>/dev/null
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/mmcdole/gofeed"
)

func main() {
	for _, name := range []string{"guid", "alternates"} {
		file, err := os.Open(name + ".xml")
		if err != nil {
			panic(err)
		}
		feed, err := gofeed.NewParser().Parse(file)
		if err != nil {
			panic(err)
		}
		fmt.Printf("gofeed: %s %q\n", name, feed.Items[0].Link)
	}
}
GO
cat >guid.xml <<'XML'
<?xml version="1.0"?><rss version="2.0"><channel><title>Mills</title><link>https://a.example/</link><description>Mills</description>
<item><title>The mill</title><guid>https://a.example/mill</guid></item></channel></rss>
XML
cat >alternates.xml <<'XML'
<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:a</id>
<updated>2026-01-01T00:00:00Z</updated><entry><id>urn:b</id><title>The mill</title><updated>2026-01-01T00:00:00Z</updated>
<link rel="alternate" type="application/pdf" href="https://a.example/mill.pdf"/>
<link rel="alternate" type="text/html" href="https://a.example/mill"/></entry></feed>
XML
cat >run.py <<'PY'
import feedparser

for name in ["guid", "alternates"]:
    print(f'feedparser: {name} "{feedparser.parse(name + ".xml").entries[0].link}"')
PY
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet feedparser==6.0.14
go run . >seen
env/bin/python run.py >>seen
cat seen
cat >expected <<'SEEN'
gofeed: guid ""
gofeed: alternates "https://a.example/mill.pdf"
feedparser: guid "https://a.example/mill"
feedparser: alternates "https://a.example/mill"
SEEN
diff expected seen
