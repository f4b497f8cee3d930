import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { SAMPLE_CONTENT } from '../../../../test/web/reader-samples.ts'
import { mapArticle } from '../../../annotations/article-map.ts'
import { realArticles } from '../../../annotations/real-articles.fixture.ts'
import type { TextSpan } from '../../../annotations/convert-ranges.ts'
import { localizationIn } from '../../layout/messages-by-language.ts'
import { drawArticle } from './article-markup.ts'
import { sectionsOf } from './table-of-contents.ts'
import { threadMillisecondsSince } from '../../../../test/support/thread-time.ts'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.ParentNode

const { t } = localizationIn('en')

function draw(
  markup: string,
  spans: Readonly<Record<number, readonly TextSpan[]>> = {},
  noted: readonly number[] = [],
) {
  const placements = new Map(Object.entries(spans).map(([id, span]) => [Number(id), span]))
  return drawArticle({ markup, map: mapArticle(markup), placements, annotationsWithNote: new Set(noted), t })
}

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

/** @returns the text that the marks of an annotation contain */
function markedText(markup: string, id: number): string {
  const found: string[] = []
  const walk = (node: Node): void => {
    const isMark =
      'attrs' in node && node.attrs.some(({ name, value }) => name === 'data-annotation' && value === `${id}`)
    if (isMark) found.push(textOf(node))
    else if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parseFragment(markup))
  return found.join('')
}

test('marks never change the text, break no element, and hold the words they are about', () => {
  for (const [name, markup] of [...realArticles(), ['sample', SAMPLE_CONTENT] as const]) {
    const { text } = mapArticle(markup)
    const third = Math.floor(text.length / 3)
    const spans = {
      1: [{ start: 3, end: third + 10 }],
      2: [{ start: third, end: 2 * third }],
      3: [{ start: third - 5, end: third + 5 }],
      4: [{ start: 0, end: text.length }],
    }
    const drawn = draw(markup, spans, [2])
    assert.equal(textOf(parseFragment(drawn)), text, name)
    const errors: string[] = []
    parseFragment(drawn, { onParseError: ({ code }) => errors.push(code) })
    assert.deepEqual(errors, [], name)
    for (const [id, [span]] of Object.entries(spans)) {
      const words = text.slice(span!.start, span!.end).replaceAll(/\s/g, '')
      assert.equal(markedText(drawn, Number(id)).replaceAll(/\s/g, ''), words, `${name} ${id}`)
      assert.equal(drawn.split(`id="annotation-${id}"`).length, 2)
    }
  }
})

test('a mark does not split a character that is written as a reference', () => {
  assert.equal(
    draw('<p>a &amp; b &lt; c</p>', { 5: [{ start: 2, end: 3 }] }, [5]),
    '<p>a <mark id="annotation-5" class="annotation" data-annotation="5">&amp;</mark>' +
      '<a class="note-link" href="#note-5" data-annotation-link="5" aria-label="Read the note"></a> b &lt; c</p>',
  )
})

test('many marks in a text of many references cost a moment only', () => {
  const text = '&lt;'.repeat(200_000)
  const spans = Object.fromEntries(
    Array.from({ length: 1000 }, (_, id) => [id, [{ start: 199_000 + id, end: 199_001 + id }]]),
  )
  const before = process.threadCpuUsage()
  const drawn = draw(`<p>${text}</p>`, spans)
  assert.ok(threadMillisecondsSince(before) < 2000)
  assert.equal(markedText(drawn, 999), '<')
})

test('blanks between the rows of a table are not marked, which would break it', () => {
  const table = '<table>\n<tbody>\n<tr>\n<td>a</td>\n<td>b</td></tr></tbody></table>'
  const drawn = draw(table, { 1: [{ start: 0, end: mapArticle(table).text.length }] })
  const errors: string[] = []
  parseFragment(drawn, { onParseError: ({ code }) => errors.push(code) })
  assert.deepEqual(errors, [])
  assert.equal(markedText(drawn, 1), 'ab')
})

test('overlapping annotations lie one inside the other', () => {
  const drawn = draw('<p>abcdef</p>', { 1: [{ start: 0, end: 4 }], 2: [{ start: 2, end: 6 }] })
  assert.equal(
    drawn.replaceAll(/ (?:id|class)="[^"]*"/g, '').replaceAll(/<a [^>]*><\/a>/g, '|'),
    '<p><mark data-annotation="1">ab</mark><mark data-annotation="1"><mark data-annotation="2">cd</mark></mark>|' +
      '<mark data-annotation="2">ef</mark>|</p>',
  )
})

test('no link of ours is inside a link', () => {
  const drawn = draw('<p><a href="https://a.example/">abc<img src="https://a.example/i.png" alt=""></a></p>', {
    1: [{ start: 0, end: 3 }],
  })
  assert.equal(drawn.split('<a ').length, 2)
})

test('tables scroll in a box that the keyboard reaches, tables inside them do not', () => {
  const drawn = draw(
    '<table><tbody><tr><th>a</th><td><table><tbody><tr><th>x</th></tr></tbody></table></td></tr></tbody></table>',
  )
  assert.ok(drawn.startsWith('<div class="wide" role="group" tabindex="0" aria-label="Table"><table>'))
  assert.ok(drawn.endsWith('</table></div>'))
  assert.equal(drawn.split('class="wide"').length, 2)
})

const row = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const table = (...rows: readonly string[]) => `<table><tbody>${rows.join('')}</tbody></table>`

test('a table that only places things has no box of its own, but a table with data in it has', () => {
  const data = table(row('1', '2'), row('3', '4'))
  const isLayout = (markup: string) => draw(markup).includes('<table class="layout" role="presentation">')
  const drawn = draw(table(row(data, 'x')))
  assert.match(drawn, /^<table class="layout" role="presentation"><tbody><tr><td><div class="wide"[^>]*><table>/)
  assert.match(drawn, /<\/table><\/div><\/td><td>x<\/td><\/tr><\/tbody><\/table>$/)
  for (const layout of [
    table(row('one'), row('two')),
    table(row('left', 'right')),
    table(row('<h2>News</h2>', '<ul><li>a</li></ul>'), row('<img src="/images/a.png" alt="">', 'text')),
    table(row('long '.repeat(50), 'long '.repeat(50)), row('long '.repeat(50), 'x')),
  ]) {
    assert.ok(isLayout(layout), layout)
  }
  for (const kept of [
    data,
    table(row('a', 'b', 'c', 'd')),
    '<table><thead><tr><th>Name</th></tr></thead><tbody><tr><td>long</td></tr></tbody></table>',
    `<table><caption>Tides</caption><tbody>${row('<h2>a</h2>')}</tbody></table>`,
  ]) {
    assert.ok(!isLayout(kept), kept)
  }
})

test('chapters in the notes of a recording start it there', () => {
  const file = 'https://example.org/show.mp3'
  const notes = '<ul><li>0:00 Hello</li><li>1:30 Tides</li></ul><p>(01:04:09) – The end<br>Thanks</p>'
  const player = `<audio src="${file}" controls></audio>`
  const links = (content: string) =>
    [
      ...draw(content).matchAll(
        /<a data-player="(\d+)"(?: data-player-start="(\d+)")? class="chapter-link" href="([^"]*)"/g,
      ),
    ].map(([, place, start = '0', href]) => [place, start, href])
  assert.deepEqual(links(player + notes), [
    ['0', '0', `${file}#t=0`],
    ['0', '90', `${file}#t=90`],
    ['0', '3849', `${file}#t=3849`],
  ])
  assert.match(draw(player + notes), /<li><a [^>]*aria-label="Play from 1:30"><\/a>1:30 Tides/)
  const many = player + `<audio src="${file}?2" controls></audio>`
  const agenda = '<p>9:00 Opening</p><p>10:30 Break</p>'
  for (const content of [notes, many + notes, player + agenda, `${player}<p>0:00 Only one</p>`]) {
    assert.deepEqual(links(content), [], content)
  }
})

test('pictures open large, small ones stay in their line', () => {
  const big = '<img src="/images/b.png" alt="A &quot;big&quot; one" width="800" height="600">'
  assert.equal(
    draw(big),
    `<a class="zoom" href="/images/b.png" rel="noopener noreferrer" data-turbo="false" data-action="zoom#open" aria-label="Enlarge image: A &quot;big&quot; one">${big}</a>`,
  )
  const small = '<p>a <img src="/images/s.png" alt="" width="18" height="18"></p>'
  assert.equal(draw(small), small)
})

test('headings are numbered, link to themselves, and are one level below the title of the page', () => {
  const drawn = draw('<h1>A</h1><h2 dir="rtl">B</h2><h6><a href="https://a.example/">C</a></h6>')
  assert.equal(
    drawn.replaceAll(/<a class="heading-link" href="#section-(\d)" aria-label="Link to this section"><\/a>/g, '[$1]'),
    '<h2 id="section-1">A[1]</h2><h3 id="section-2" dir="rtl">B[2]</h3>' +
      '<h6 id="section-3"><a href="https://a.example/">C</a>[3]</h6>',
  )
  assert.equal(draw('<a href="#x"><h2>A</h2></a>'), '<a href="#place-x"><h2 id="section-1">A</h2></a>')
})

test('places of the article and links to them get a prefix, footnotes do not', () => {
  const drawn = draw(
    '<p><a id="prose" href="#tools">a</a><sup><a href="#fn-1" id="fnref-1">1</a></sup></p><h2 id="tools">B</h2><li id="fn-1">n</li>',
  )
  assert.equal(
    drawn.replace(/<a class="heading-link".*?<\/a>/, ''),
    '<p><a id="place-prose" href="#place-tools">a</a><sup><a href="#fn-1" id="fnref-1">1</a></sup></p>' +
      '<h2 id="section-1"><span id="place-tools"></span>B</h2><li id="fn-1">n</li>',
  )
})

test('a repeated lead picture is drawn once', () => {
  const [one, other] = ['a', 'b'].map((name) => `<img src="/images/${name}.png" alt="" width="800" height="600">`)
  assert.equal(draw(`<figure>${one}</figure><p>x</p><p>${one}</p>`).split('<img').length, 2)
  assert.equal(draw(`${one}<p>x</p>${other}${one}`).split('<img').length, 4)
  assert.equal(draw(`${one}<p>${'word '.repeat(200)}</p>${one}`).split('<img').length, 3)
})

test('the result contains nothing that our policy forbids', () => {
  const drawn = draw(SAMPLE_CONTENT)
  assert.match(drawn, /<p data-align="center"><a class="player player-video player-file" data-label="Watch the video"/)
  assert.doesNotMatch(drawn, / style=|<video|<audio/)
  const inLink = draw(
    '<a href="https://a.example/"><audio><source src="https://a.example/x.mp3" type="audio/mpeg">Text</audio></a>',
  )
  assert.equal(inLink.split('<a ').length, 2)
  assert.match(
    draw('<audio controls=""><source src="https://a.example/x.mp3"><b>Text</b></audio>'),
    /^<a class="player player-audio player-file"[^>]* href="https:\/\/a.example\/x.mp3" rel="noopener noreferrer" aria-label="[^"]*">Text<\/a>$/,
  )
})

const link = (inner: string, href = 'https://b.example/x') => draw(`<p><a href="${href}">${inner}</a></p>`)

test('a link of nothing but pictures without a description has a name', () => {
  assert.match(link('<img src="/images/a.png" alt="">'), /<a aria-label="Image linking to b\.example" href=/)
  assert.match(link(' <span><img src="https://c.example/a.png"></span>'), /<a aria-label="Image linking to b\.example"/)
  assert.match(link('<img src="/images/a.png" alt="">', '#part'), /<a aria-label="Image" href=/)
  for (const named of ['<img src="/images/a.png" alt="A wall">', '<img src="/images/a.png" alt="">Text', '<b>Text</b>'])
    assert.doesNotMatch(link(named), /<a aria-label/, named)
})

const stillOf = (src: string) =>
  `<figure><a href="https://www.youtube.com/watch?v=iCe_s0ngs42"><img src="${src}" alt="Ice"></a><figcaption>Ice</figcaption></figure>`

test('the picture of a still is only shown if it is a copy of this server', () => {
  const options = { placements: new Map(), annotationsWithNote: new Set<number>(), t, hasRemoteImages: true }
  for (const [src, count] of [
    ['/images/a.png', 2],
    ['https://i.ytimg.com/vi/iCe_s0ngs42/hqdefault.jpg', 1],
    ['//i.ytimg.com/a.jpg', 1],
  ] as const) {
    const drawn = drawArticle({ markup: stillOf(src), map: mapArticle(stillOf(src)), ...options })
    assert.equal(drawn.split('<img').length, count, src)
    assert.match(drawn, /class="player player-video" data-label="Watch the video" aria-label="Watch the video: Ice"/)
  }
})

test('a link to a second of a file plays it there, and other links stay', () => {
  const file = 'https://a.example/x.mp4?a=1&amp;b=2'
  const drawn = draw(
    `<p><a href="https://a.example/">x</a></p><figure><video src="${file}" controls=""></video><figcaption>Ice · 12:04</figcaption></figure><p><a href="${file}#t=65">1:05</a> <a href="${file}">x</a></p>`,
  )
  assert.match(drawn, /data-label="Watch the video · 12:04" data-player="1" href/)
  assert.match(drawn, /<a data-player="1" data-player-start="65" href="[^"]*#t=65">/)
  assert.equal(drawn.split('data-player=').length, 3)
})

const part = (level: number, title: string) => `<h${level}>${title}</h${level}><p>${'word '.repeat(700)}</p>`

test('a long text with three headings has a table of contents, a short one has none', () => {
  const long = mapArticle(part(2, 'One') + part(3, 'Two &amp; a half') + part(4, 'Deep') + part(2, ' <b>Three</b> '))
  assert.deepEqual(
    sectionsOf(long).map(({ id, title, level }) => `${id} ${title} ${level}`),
    ['section-1 One 0', 'section-2 Two & a half 1', 'section-4 Three 0'],
  )
  assert.deepEqual(sectionsOf(mapArticle('<h2>A</h2><h2>B</h2><h2>C</h2>')), [])
  assert.deepEqual(sectionsOf(mapArticle(part(2, 'A').repeat(2))), [])
})

const FORMULA =
  '<math><semantics><mrow><mi>x</mi><mo>&lt;</mo><mn>2</mn></mrow><annotation encoding="application/x-tex">x&lt;2</annotation></semantics></math>'

test('long formulas scroll in a box, and formulas are marked as a whole', () => {
  const long = FORMULA.replace('<mi>', '<mi>y</mi>'.repeat(50) + '<mi>')
  const box = `<span class="formula" role="group" tabindex="0" aria-label="Formula">${long}</span>`
  assert.equal(draw(`<p>a ${long} b</p>`), `<p>a ${box} b</p>`)
  assert.equal(draw(`<p>a ${FORMULA} b</p>`), `<p>a ${FORMULA} b</p>`)
  const block = FORMULA.replace('<math>', '<math display="block">')
  assert.match(draw(`<p>${block}</p>`), /^<p><span class="formula formula-display"/)
  const marked = draw(`<p>ab${FORMULA}cd${FORMULA}</p>`, { 1: [{ start: 1, end: 4 }] }).replaceAll(
    / (?:id|class)="[^"]*"/g,
    '',
  )
  const mark = '<mark data-annotation="1">'
  assert.ok(marked.startsWith(`<p>a${mark}b</mark>${mark}${FORMULA}</mark><a href="#note-1"`), marked)
  assert.ok(marked.endsWith(`</a>cd${FORMULA}</p>`), marked)
})

test('the text of an article with formulas is the same after drawing', () => {
  const markup = `<p>a ${FORMULA} b</p><table><tbody><tr><td>${FORMULA}</td></tr></tbody></table>`
  const { text, breaks } = mapArticle(markup)
  const drawn = draw(markup, { 1: [{ start: 0, end: text.length }], 2: [{ start: 3, end: 4 }] })
  assert.equal(textOf(parseFragment(drawn)), text)
  assert.ok(!breaks.includes(3), 'a formula does not end the line')
})
