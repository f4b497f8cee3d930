#!/bin/sh
# gorilla/feeds 1.2.0 makes up the id of an Atom entry that has none from the site, the day and the path of its link, without
# the query. Two pages of a day that differ by `?p=` get the same id, which Atom forbids, and a reader keeps one of them. An
# entry without a date gets a random id at each call, so a reader that asks again takes it for a new one.
#
# Seen:
#   tag:a.example,2026-01-01:/
#   tag:a.example,2026-01-01:/
#   undated: same id after a second call: false
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
go mod init seen 2>/dev/null
go get github.com/gorilla/feeds@v1.2.0 2>/dev/null
cat >main.go <<'GO'
package main

import (
	"fmt"
	"regexp"
	"time"

	"github.com/gorilla/feeds"
)

func main() {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	feed := feeds.Feed{Title: "Mills", Link: &feeds.Link{Href: "https://a.example/"}, Created: day, Items: []*feeds.Item{
		{Title: "Water", Link: &feeds.Link{Href: "https://a.example/?p=1"}, Created: day},
		{Title: "Wind", Link: &feeds.Link{Href: "https://a.example/?p=2"}, Created: day},
		{Title: "Undated", Link: &feeds.Link{Href: "https://a.example/?p=3"}},
	}}
	ids := func() [][]string {
		text, err := feed.ToAtom()
		if err != nil {
			panic(err)
		}
		return regexp.MustCompile("<id>(.*)</id>").FindAllStringSubmatch(text, -1)[1:]
	}
	first, second := ids(), ids()
	fmt.Println(first[0][1])
	fmt.Println(first[1][1])
	fmt.Println("undated: same id after a second call:", first[2][1] == second[2][1])
}
GO
go run . >seen
cat seen
cat >expected <<'SEEN'
tag:a.example,2026-01-01:/
tag:a.example,2026-01-01:/
undated: same id after a second call: false
SEEN
diff expected seen
