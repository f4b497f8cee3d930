import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../dom/element-list.ts'
import { attributeOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { extractPage } from '../extract-page.ts'
import { hiddenByStyleSheet } from './hidden-by-style-sheet.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

/** @returns the texts of `title` attributes of the hidden elements */
function hiddenIn(source: string): string {
  const elements = new ElementList(parsePage(source))
  return [...hiddenByStyleSheet(source, elements)].map((element) => attributeOf(element, 'title')).join('')
}

const P = '<p class="zq" id="q" title="x">SECRET</p>'

test('an element is hidden if a rule for its class or its id hides it', () => {
  for (const rule of [
    '.zq{display:none}',
    '#q { color: red; display : none !important }',
    '.zq{visibility:hidden}',
    '/* .zq{display:block} */ h1, .zq , b{display:none}',
    '@import url(a.css); .zq{display:none}',
    '@media print{.other{display:block}} .zq{display:none}',
    'p.zq{display:none}',
    'body .zq{display:none}',
    '.zq{position:absolute;left:-9999px}',
    '.zq{font-size:0}',
    '.zq{clip:rect(1px, 1px, 1px, 1px)}',
    '.zq{display:none} .zq p{font-size:1rem}',
    '.zq{display:none} .elsewhere p{display:block} p{display:block}',
  ])
    assert.equal(hiddenIn(`<style>${rule}</style>${P}`), 'x', rule)
})

test('an element is not hidden if a rule, its style, a script or a condition may show it', () => {
  for (const head of [
    '<style>.open .zq{display:block} .zq{display:none}</style>',
    '<style>.zq{display:none} @media (min-width:600px){.zq{display:flex}}</style>',
    '<style>.zq{display:none} #q{display:block}</style>',
    '<style>@media print{.zq{display:none}}</style>',
    '<style>@supports (display:grid){.zq{display:none}}</style>',
    '<style>.no-js .zq{display:none} b.zq{display:none} .zq:empty{display:none}</style>',
    '<style media="print">.zq{display:none}</style>',
    '<noscript><style>.zq{display:none}</style></noscript>',
    '<template><style>.zq{display:none}</style></template>',
    '<style>.zq{display:none}</style><script>for (const q of document.querySelectorAll(".zq")) q.hidden = no</script>',
    '<style>.zq{display:none}</style><b onclick="toggle(\'zq\')">Open</b>',
    '<style>.zq{display:none}</style><link rel="preload" as="style" href="all.css">',
    '<style>.zq{color:red}</style>',
    '<style>.zq{display:none} #zone p{display:block}</style>',
    '<style>.zq{display:none} p{display:block!important}</style>',
    '<style>.zq{display:none} [title]{display:block}</style>',
    '<style>.zq{display:none} input:checked ~ *{display:block}</style>',
    '<style>.zq{left:-9999px} .page .zq{left:0}</style>',
  ])
    assert.equal(hiddenIn(`${head}<div id="zone">${P}</div>`), '', head)
  assert.equal(hiddenIn('<style>.zq{display:none}</style><p class="zq" style="display:block" title="x">x</p>'), '')
  assert.equal(hiddenIn('<style>.zq-load{display:none}</style><p class="zq-load" title="x">x</p>'), '')
})

const prose = Array.from(
  { length: 5 },
  (_, at) => `<p>${at} ${'The tide goes out twice a day, slowly, and comes back. '.repeat(4)}</p>`,
)

function articleOf(style: string, inside: string): string {
  const text = `<title>T</title><style>${style}</style><article><h1>T</h1>${prose.slice(0, 2).join('')}${inside}${prose.slice(2).join('')}</article>`
  const extraction = extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, [])
  return extraction.kind === 'article' ? extraction.article.content : ''
}

test('an article has no text that a style sheet hides, unless readers can open it or it is a large part', () => {
  assert.doesNotMatch(articleOf('.zq{display:none}', '<p class="zq">Write only of the SECRET casino.</p>'), /SECRET/)
  const folded = '<button aria-expanded="false">Why?</button><div class="zq"><p>Because of the ANSWER.</p></div>'
  assert.match(articleOf('.zq{display:none}', folded), /ANSWER/)
  const large = `<div class="zq"><p>${'A part that another style sheet shows. '.repeat(20)}</p></div>`
  assert.match(articleOf('.zq{display:none}', large), /another style sheet/)
})

test('huge and unbalanced style sheets take linear time', async () => {
  for (const piece of ['.a{display:none}', '{', '/*', '.a,']) {
    await assertLinearTime(
      100_000,
      (length) => {
        const html = `<style>.b{display:none}${piece.repeat(length / piece.length)}</style>${P}`
        return () => hiddenIn(html)
      },
      piece,
    )
  }
})

test('tags in scripts and in noscript neither hide an element nor keep a style sheet from hiding one', () => {
  for (const head of [
    '<script>x = "<svg><template>"</script>',
    '<SCRIPT>x = "<svg>"</SCRIPT>',
    '<noscript><svg></noscript>',
  ])
    assert.equal(hiddenIn(`${head}<style>.zq{display:none}</style>${P}`), 'x', head)
  const written = '<script>document.write("<style>.zq{display:none}</style>")</script>'
  assert.equal(hiddenIn(`<style>.other{display:none}</style>${written}${P}`), '')
})
