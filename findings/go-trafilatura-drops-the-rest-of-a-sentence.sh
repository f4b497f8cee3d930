#!/bin/sh
# go-trafilatura 1.12.2 removes elements that it does not want together with the text behind them, up to the next element. After
# a formula or a time, the rest of the sentence is lost, and the next sentence too. trafilatura 2.3.1, of which it is a port,
# loses the formula and keeps the rest.
#
# Seen:
#   math: It grinds
#   time: It grinds
#   span: It grinds forty sacks a day. Then it rests.
#   math in Python: It grinds sacks a day. Then it rests.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
go mod init seen 2>/dev/null
go get github.com/markusmobius/go-trafilatura@v1.12.2 2>/dev/null
cat >main.go <<'GO'
package main

import (
	"fmt"
	"strings"

	trafilatura "github.com/markusmobius/go-trafilatura"
)

func main() {
	sentence := "The mill by the river ground rye for three villages, and its wheel can still be heard at night. "
	prose := "<p>" + strings.Repeat(sentence, 4) + "</p>"
	for _, tag := range []string{"math", "time", "span"} {
		part := fmt.Sprintf("<p>It grinds <%s>forty</%s> sacks a day. Then it rests.</p>", tag, tag)
		body := "<article><h1>The mill</h1>" + prose + prose + part + prose + prose + "</article>"
		page := "<html><head><title>The mill</title></head><body>" + body + "</body></html>"
		result, err := trafilatura.Extract(strings.NewReader(page), trafilatura.Options{})
		if err != nil {
			panic(err)
		}
		_, rest, _ := strings.Cut(result.ContentText, "It grinds")
		rest, _, _ = strings.Cut(rest, "The mill")
		fmt.Printf("%s: It grinds%s\n", tag, strings.TrimRight(rest, " \n"))
	}
}
GO
cat >run.py <<'PY'
import trafilatura

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"
part = "<p>It grinds <math>forty</math> sacks a day. Then it rests.</p>"
body = f"<article><h1>The mill</h1>{PROSE}{PROSE}{part}{PROSE}{PROSE}</article>"
text = trafilatura.extract(f"<html><head><title>The mill</title></head><body>{body}</body></html>")
print("math in Python:", next(line for line in text.splitlines() if line.startswith("It grinds")))
PY
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet trafilatura==2.3.1
go run . >seen
env/bin/python run.py >>seen
cat seen
cat >expected <<'SEEN'
math: It grinds
time: It grinds
span: It grinds forty sacks a day. Then it rests.
math in Python: It grinds sacks a day. Then it rests.
SEEN
diff expected seen
