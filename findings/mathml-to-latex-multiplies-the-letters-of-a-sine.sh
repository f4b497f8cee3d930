#!/bin/sh
# mathml-to-latex 1.8.0 (npm) writes an identifier of several letters as it is, so LaTeX sets the sine as s times i times n, in
# italics. A name with an underscore gets an index, and text in `ms` is lost. MathML sets such identifiers upright.
#
# Seen:
#   <mi>sin</mi><mo>&#x2061;</mo><mi>x</mi> -> sin x
#   <mi>mill_rate</mi> -> mill_rate
#   <mi>x</mi><mo>=</mo><ms>rye</ms> -> x =
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mathml-to-latex@1.8.0
cat >run.mjs <<'JS'
import { MathMLToLaTeX } from 'mathml-to-latex'

for (const formula of ['<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>', '<mi>mill_rate</mi>', '<mi>x</mi><mo>=</mo><ms>rye</ms>']) {
  console.log(formula, '->', MathMLToLaTeX.convert(`<math xmlns="http://www.w3.org/1998/Math/MathML">${formula}</math>`))
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi> -> sin x
<mi>mill_rate</mi> -> mill_rate
<mi>x</mi><mo>=</mo><ms>rye</ms> -> x =
SEEN
diff expected seen
