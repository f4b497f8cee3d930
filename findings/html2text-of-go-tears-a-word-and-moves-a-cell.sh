#!/bin/sh
# html2text of jaytaylor (Go, v0.0.0-20230321000545-74c2419ad056; with tablewriter 0.0.5, since it does not build with 1.0) puts
# a space on both sides of an element in a word. With `PrettyTables` it takes the `th` of every row for a heading of a column:
# in a table whose rows have headings, the values of all rows stand under each other in the first column. Headings are in
# capitals.
#
# Seen:
#   un believ able H 2 O
#   +------+-------+
#   | YEAR | PRICE |
#   +------+-------+
#   | 1790 |
#   |    4 |
#   +------+-------+
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
go mod init seen 2>/dev/null
go get github.com/jaytaylor/html2text@v0.0.0-20230321000545-74c2419ad056 2>/dev/null
go get github.com/olekukonko/tablewriter@v0.0.5 2>/dev/null
cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/jaytaylor/html2text"
)

func main() {
	for _, html := range []string{
		"<p>un<em>believ</em>able H<sub>2</sub>O</p>",
		"<table><tr><th>Year</th><td>1790</td></tr><tr><th>Price</th><td>4</td></tr></table>",
	} {
		text, err := html2text.FromString(html, html2text.Options{PrettyTables: true})
		if err != nil {
			panic(err)
		}
		fmt.Println(text)
	}
}
GO
go run . >seen
cat seen
cat >expected <<'SEEN'
un believ able H 2 O
+------+-------+
| YEAR | PRICE |
+------+-------+
| 1790 |
|    4 |
+------+-------+
SEEN
diff expected seen
