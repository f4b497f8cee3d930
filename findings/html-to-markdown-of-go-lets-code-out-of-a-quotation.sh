#!/bin/sh
# html-to-markdown 2.5.2 (Go) writes code in a block quotation with the sign of the quotation before its first line only.
# goldmark 1.7.13 reads what it writes: the quotation ends in the code, the other lines are text, and the closing fence opens
# code that takes in the rest of the quotation. CommonMark 0.31, 5.1, asks for the sign before each line of code. Its tracker
# knows this (JohannesKaufmann/html-to-markdown, issue 183).
#
# Seen:
#   "> Ann wrote:\n> \n> ```\n> turn(wheel)\nstop()\n> ```\n> \n> It works."
#   goldmark:
#   <blockquote>
#   <p>Ann wrote:</p>
#   <pre><code>turn(wheel)
#   </code></pre>
#   </blockquote>
#   <p>stop()</p>
#   <blockquote>
#   <pre><code>
#   It works.
#   </code></pre>
#   </blockquote>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
go mod init seen 2>/dev/null
go get github.com/JohannesKaufmann/html-to-markdown/v2@v2.5.2 2>/dev/null
go get github.com/yuin/goldmark@v1.7.13 2>/dev/null
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"

	htmltomarkdown "github.com/JohannesKaufmann/html-to-markdown/v2"
	"github.com/yuin/goldmark"
)

func main() {
	html := "<blockquote><p>Ann wrote:</p><pre><code>turn(wheel)\nstop()</code></pre><p>It works.</p></blockquote>"
	markdown, err := htmltomarkdown.ConvertString(html)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%q\n", markdown)
	fmt.Println("goldmark:")
	if err := goldmark.Convert([]byte(markdown), os.Stdout); err != nil {
		panic(err)
	}
}
GO
go run . >seen
cat seen
cat >expected <<'SEEN'
"> Ann wrote:\n> \n> ```\n> turn(wheel)\nstop()\n> ```\n> \n> It works."
goldmark:
<blockquote>
<p>Ann wrote:</p>
<pre><code>turn(wheel)
</code></pre>
</blockquote>
<p>stop()</p>
<blockquote>
<pre><code>
It works.
</code></pre>
</blockquote>
SEEN
diff expected seen
