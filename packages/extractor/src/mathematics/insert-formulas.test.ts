import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { cleanContent } from '../clean-content.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { findFormulas } from './find-formulas.ts'
import { insertFormulas } from './insert-formulas.ts'
import { threadMillisecondsSince } from '../thread-time.fixture.ts'

function cleaned(html: string): string {
  return cleanContent({ html, url: 'https://a.example/' }).content
}

const tex = (source: string, mode = ''): string =>
  cleaned(`<p>So <script type="math/tex${mode}">${source}</script>.</p>`)

const note = (text: string): string => `<annotation encoding="application/x-tex">${text}</annotation>`

test('TeX becomes MathML that keeps its source', () => {
  assert.equal(
    tex('x^2'),
    `<p>So <math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>${note('x^2')}</semantics></math>.</p>`,
  )
  assert.match(tex(String.raw`\frac{a}{b}`, '; mode=display'), /<math display="block"><semantics><mrow><mfrac>/)
})

test('matrices, fences, lines and styled letters become MathML that browsers support', () => {
  assert.match(tex(String.raw`\begin{pmatrix}a&b\\c&d\end{pmatrix}`), /<mtable><mtr><mtd><mi>a<\/mi><\/mtd>/)
  assert.match(tex(String.raw`\overline{z}`), /<mover><mrow><mi>z<\/mi><\/mrow><mo stretchy="true">¯<\/mo><\/mover>/)
  assert.match(
    cleaned('<math><mfenced open="[" separators=";"><mi>a</mi><mi>b</mi></mfenced></math>'),
    /<mo fence="true" form="prefix">\[<\/mo><mi>a<\/mi><mo separator="true">;<\/mo><mi>b<\/mi><mo fence="true" form="postfix">\)<\/mo>/,
  )
  assert.match(cleaned('<math><mi mathvariant="double-struck">R</mi></math>'), /<mi>ℝ<\/mi>/)
  assert.match(
    cleaned(
      '<math><mtable columnalign="right left"><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable></math>',
    ),
    /<mtd columnalign="right"><mi>a<\/mi><\/mtd><mtd columnalign="left">/,
  )
})

test('MathML of the page stays and gets a text for programs that cannot show it', () => {
  assert.equal(
    cleaned('<p><math><mfrac><mi>a</mi><mn>2</mn></mfrac></math></p>'),
    '<p><math><semantics><mrow><mfrac><mi>a</mi><mn>2</mn></mfrac></mrow><annotation encoding="text/plain">a/2</annotation></semantics></math></p>',
  )
})

test('cleaning formulas again changes nothing', () => {
  for (const html of [tex('x^2'), tex(String.raw`\frac{a}{b}`, '; mode=display'), cleaned('<math><mi>a</mi></math>')])
    assert.equal(cleaned(html), html)
})

test('TeX that is unknown, too long or hostile stays text', () => {
  const hostile = [
    String.raw`\unknown{x`,
    String.raw`\def\a{\a\a}\a`,
    String.raw`\includegraphics{http://a.example/x.png}`,
    '{'.repeat(4000),
    `${'{'.repeat(200)}x${'}'.repeat(200)}`,
    'x+'.repeat(4000),
    String.raw`\left(`.repeat(500),
    String.raw`\sqrt`.repeat(900),
  ]
  const started = process.threadCpuUsage()
  for (const source of hostile) assert.match(tex(source), /<code class="math">/, source.slice(0, 40))
  assert.ok(threadMillisecondsSince(started) < 3000, `${threadMillisecondsSince(started)} ms`)
})

test('TeX never becomes a link, an image, a script or a style', () => {
  for (const source of [
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\class{a}{x}`,
    String.raw`\style{position:fixed}{x}`,
    String.raw`\text{</annotation><img src=x onerror=alert(1)>}`,
    String.raw`\ref{a}x`,
  ])
    assert.doesNotMatch(tex(source), /<(?:a|img|script|style)\b|style=|javascript:[^<]*">/, source)
})

test('at most 3,000 formulas are converted', () => {
  const tree = parseHtmlFragment('<code class="math">x</code>'.repeat(3010))
  assert.equal(insertFormulas(tree, findFormulas(tree)), 3000)
  assert.equal(serialize(tree).match(/<code/g)?.length, 10)
})
