import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { baseAddress, makeAddressesAbsolute } from './dom/absolute-addresses.ts'
import { dropByline } from './clean/drop-byline.ts'
import { removeNonContent } from './dom/remove-non-content.ts'
import { dropRepeatedTitle } from './clean/drop-repeated-title.ts'
import { markedByline } from './metadata/marked-byline.ts'
import { mendLazyImages } from './blocks/lazy-images.ts'
import { elementsOf, type PageParent } from './dom/page-tree.ts'
import { parseHtmlFragment, parsePage } from './dom/parse-page.ts'
import { formatSrcset, largestCandidate, parseSrcset } from './dom/srcset.ts'
import { webAddress } from './dom/web-address.ts'

const base = 'https://a.example/dir/page'

function after(html: string, change: (tree: PageParent) => unknown): string {
  const tree = parseHtmlFragment(html)
  change(tree)
  return serialize(tree)
}

const mend = (html: string): string => after(html, (tree) => mendLazyImages(tree, base))

test('the late address takes the place of a stand-in', () => {
  for (const standIn of [
    '',
    'src=""',
    'src="data:image/gif;base64,R0"',
    'src="/img/placeholder.png"',
    'src="blank.gif?1"',
  ]) {
    assert.equal(mend(`<img class=lazy ${standIn} data-src="/r.jpg">`), '<img src="/r.jpg">')
  }
})

test('a real address is never replaced', () => {
  assert.equal(mend('<img src="/a.jpg" data-src="/b.jpg">'), '<img src="/a.jpg">')
})

test('the largest of a late set is taken, with the set', () => {
  assert.equal(
    mend('<img data-srcset="s.jpg 100w, l.jpg 900w">'),
    '<img src="https://a.example/dir/l.jpg" srcset="s.jpg 100w, l.jpg 900w">',
  )
})

test('an image without address takes that of its picture', () => {
  assert.match(
    mend('<picture><source srcset="/p.webp 2x"><img alt=x></picture>'),
    /<img alt="x" src="https:\/\/a\.example\/p\.webp"/,
  )
})

test('an image in a noscript takes the place of the stand-in before it', () => {
  assert.equal(mend('<p><img src="blank.gif"><noscript><img src="/r.jpg"></noscript></p>'), '<p><img src="/r.jpg"></p>')
})

test('an image in a noscript is not shown twice', () => {
  const html = '<img src="/r.jpg"><noscript><img src="/r.jpg"></noscript>'
  assert.equal(mend(html), html)
})

test('what is in a noscript comes out as images only', () => {
  assert.equal(mend('<noscript><script>x</script><a href=/><img src="/r.jpg"></a></noscript>'), '<img src="/r.jpg">')
})

test('addresses become absolute, and those that are not http are taken away', () => {
  const html =
    '<a href="x?y=1#z">a</a><a href="//b.example">b</a><a href="javascript:1">c</a><a href="#d">d</a>' +
    '<img src="../i.png" srcset="/s.png 1x, data:x 2x"><blockquote cite="ftp://x/">e</blockquote>'
  assert.equal(
    after(html, (tree) => makeAddressesAbsolute(tree, base)),
    '<a href="https://a.example/dir/x?y=1#z">a</a><a href="https://b.example/">b</a><a>c</a>' +
      '<a href="https://a.example/dir/page#d">d</a>' +
      '<img src="https://a.example/i.png" srcset="https://a.example/s.png 1x"><blockquote>e</blockquote>',
  )
})

test('the first base element counts, if it is http', () => {
  assert.equal(baseAddress(parsePage('<base href="/b/"><base href="/c/">'), base), 'https://a.example/b/')
  assert.equal(baseAddress(parsePage('<base target=_top><base href="//c.example/">'), base), 'https://c.example/')
  assert.equal(baseAddress(parsePage('<base href="javascript:1">'), base), base)
  assert.equal(baseAddress(parsePage('<p>'), base), base)
})

test('scripts, styles, comments and drawings go, text stays', () => {
  const html = '<p>a<!--b--><script>c</script><style>d</style><svg><text>e</text></svg>f<math><mi>g</mi></math></p>'
  assert.equal(after(html, removeNonContent), '<p>af</p>')
})

test('the heading that repeats the title goes, others stay', () => {
  const html = '<h1>On <b>tides</b></h1><h1>On moons</h1><h2>On tides</h2>'
  assert.equal(
    after(html, (tree) => dropRepeatedTitle(tree, 'On tides')),
    '<h1>On moons</h1><h2>On tides</h2>',
  )
  assert.equal(
    after(html, (tree) => dropRepeatedTitle(tree, undefined)),
    html,
  )
})

const dropMarked = (tree: PageParent): number => dropByline(tree, markedByline(elementsOf(tree)).lines)

test('lines about author and date go with what is left of them, text about an author stays', () => {
  const line = '<p>by <span itemprop=author>Ada Marsh</span>, <time datetime=2020-01-01>1 January</time></p>'
  const about = `<div class=author>${'Ada Marsh has written about the sea for years. '.repeat(3)}</div>`
  assert.equal(after(`${line}<p>x</p>${about}`, dropMarked), `<p>x</p>${about.replace('=author', '="author"')}`)
})

test('a talk of many keeps who said what', () => {
  const talk = '<p class="author">Ada</p><p>Yes.</p>'.repeat(20)
  assert.equal(after(talk, dropMarked), talk)
})

test('a srcset is read as browsers read it', () => {
  const read = (value: string) => parseSrcset(value, base).map(({ url, size }) => `${url} ${size}`.trim())
  assert.deepEqual(read('a.png, b.png 2x'), ['https://a.example/dir/a.png', 'https://a.example/dir/b.png 2x'])
  assert.deepEqual(read('/x,y.png 100w,/z.png 200w'), [
    'https://a.example/x,y.png 100w',
    'https://a.example/z.png 200w',
  ])
  assert.deepEqual(read(' , ,'), [])
  assert.deepEqual(read('javascript:1 1x, /ok.png evil'), ['https://a.example/ok.png'])
  assert.equal(parseSrcset('/a.png 1x, '.repeat(1000), base).length, 40)
})

test('a formatted srcset reads back the same', () => {
  const candidates = [
    { url: 'https://a.example/x,y.png', size: '2x' },
    { url: 'https://a.example/z.png', size: '' },
  ]
  const once = formatSrcset(candidates)
  assert.equal(formatSrcset(parseSrcset(once)), once)
  assert.equal(largestCandidate(parseSrcset(once)), 'https://a.example/x%2Cy.png')
})

test('only http and https addresses without a user are web addresses', () => {
  assert.equal(webAddress(' https://a.example '), 'https://a.example/')
  for (const bad of ['', '/x', 'ftp://a.example/', 'https://u@a.example/', 'https://', 'java\nscript:1', undefined]) {
    assert.equal(webAddress(bad), undefined)
  }
})

test('a tree is never deeper than 512 and never has more than 100 attributes on an element', () => {
  const tree = parsePage(`${'<i>'.repeat(2000)}x<p ${Array.from({ length: 500 }, (_, i) => `a${i}`).join(' ')}>y`)
  let level: PageParent[] = [tree]
  let depth = 0
  for (; level.length > 0; depth++)
    level = level.flatMap((node) => node.childNodes.filter((child) => 'tagName' in child))
  assert.equal(depth - 1, 512)
  assert.match(
    serialize(parseHtmlFragment(`<p ${Array.from({ length: 500 }, (_, i) => `a${i}`).join(' ')}>y`)),
    /a99="">y/,
  )
})
