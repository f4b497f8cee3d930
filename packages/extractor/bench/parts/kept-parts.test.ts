import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openParts, type KeptParts } from './kept-parts.ts'
import type { PartKind } from './part.ts'

const URL = 'https://example.com/story'
const FIRST = 'The lamp was lit before the fog came in from the sea that night, as it always was in the autumn.'
const SECOND = 'Nobody on the island could remember a winter that had been as long and as quiet as this one.'
const ANSWER = 'The answer to this question is written below the button and can be opened.'

/** @returns the parts that an article kept of a page with these texts as its annotated text */
function compare(html: string, content: string, texts: readonly string[], title = ''): KeptParts {
  const page = { url: URL, html: `<body><main>${html}</main></body>`, text: texts.join('\n'), title: undefined }
  return openParts(page)!(content, title)
}

interface Case {
  readonly kind: PartKind
  readonly part: string
  /** The annotated text of the part; without value, it has none. */
  readonly text?: string
  /** The part in an article that keeps it, if it differs from the page. */
  readonly kept?: string
  /** The part in an article that keeps its words, but not its kind. */
  readonly lost: string
}

const NOTE = '<p>The lamp burned oil for years<sup><a href="#n1">1</a></sup>.</p>'
const CASES: readonly Case[] = [
  {
    kind: 'headings',
    part: '<h2>The winter</h2>',
    text: 'The winter',
    kept: '<h3>The winter</h3>',
    lost: '<p>The winter</p>',
  },
  { kind: 'list items', part: '<ul><li>Two lamps</li></ul>', text: '- Two lamps', lost: '<p>Two lamps</p>' },
  {
    kind: 'links in text',
    part: '<p>The keeper wrote <a href="/log">a log</a> every day.</p>',
    text: 'The keeper wrote a log every day.',
    kept: '<p>The keeper wrote <a href="https://example.com/log">a log</a> every day.</p>',
    lost: '<p>The keeper wrote <a href="https://example.com/other">a log</a> every day.</p>',
  },
  {
    kind: 'pictures',
    part: '<div><img src="data:image/gif;base64,AA" data-any="/p/fog.jpg"></div>',
    kept: '<img src="https://cdn.example.com/p/fog.jpg">',
    lost: '<img src="https://example.com/p/sea.jpg">',
  },
  {
    kind: 'captions',
    part: '<figure><img src="/p/fog.jpg"><figcaption>Fog at sea</figcaption></figure>',
    lost: '<img src="/p/fog.jpg"><p>Fog at sea</p>',
  },
  {
    kind: 'tables',
    part: '<table><tr><td>May</td><td>4</td></tr><tr><td>June</td><td>5</td></tr></table>',
    text: 'May | 4\nJune | 5',
    lost: '<p>May 4</p><p>June 5</p>',
  },
  {
    kind: 'code blocks',
    part: '<pre>npm ci\nnpm test</pre>',
    text: 'npm ci\nnpm test',
    lost: '<p>npm ci npm test</p>',
  },
  { kind: 'quotes', part: '<blockquote>Keep it lit.</blockquote>', text: 'Keep it lit.', lost: '<p>Keep it lit.</p>' },
  {
    kind: 'notes',
    part: `${NOTE}<ol><li id="n1">From the log of the keeper. <a href="#r1">Back</a></li></ol>`,
    text: 'The lamp burned oil for years.',
    kept: `${NOTE.replace('#n1', '#fn-1')}<ol><li id="fn-1">From the log of the keeper. <a href="#r1">↩</a></li></ol>`,
    lost: `${NOTE}<ol><li>From the log of the keeper.</li></ol>`,
  },
]

for (const { kind, part, text, kept = part, lost } of CASES) {
  const page = (middle: string): string => `<p>${FIRST}</p>${middle}<p>${SECOND}</p>`
  const texts = [FIRST, ...(text === undefined ? [] : [text]), SECOND]

  test(`${kind} of the article are expected, and count as kept only as their kind`, () => {
    const whole = compare(page(part), page(kept), texts).counts[kind]
    assert.deepEqual([whole.expected, whole.lost.length], [1, 0])
    const changed = compare(page(part), page(lost), texts).counts[kind]
    assert.deepEqual([changed.expected, changed.lost.length], [1, 1])
  })

  test(`${kind} outside of the article, hidden ones and those of asides are not expected`, () => {
    for (const html of [
      `<p>${FIRST}</p><p>${SECOND}</p><p>Not annotated at all</p>${part}<p>Not annotated either</p>`,
      page(`<div hidden>${part}</div>`),
      page(`<aside>${part}</aside>`),
    ])
      assert.equal(compare(html, '', kind === 'notes' ? [FIRST, SECOND] : texts).counts[kind].expected, 0, html)
  })
}

test('a heading that became the title is kept', () => {
  const html = `<h1>The winter</h1><p>${FIRST}</p>`
  const { headings } = compare(html, `<p>${FIRST}</p>`, ['The winter', FIRST], 'The Winter').counts
  assert.deepEqual([headings.expected, headings.lost.length], [1, 0])
})

test('a short text that occurs elsewhere in the annotated text is not expected', () => {
  const html = `<p>${FIRST}</p><p>${SECOND}</p><ul><li>Copy link</li><li>Winter</li><li>Print</li></ul>`
  assert.equal(compare(html, '', [FIRST, SECOND]).counts['list items'].expected, 0)
})

test('icons, placeholders and pictures in boxes with other text are not expected', () => {
  for (const part of [
    '<img src="/p/fog.jpg" width="16">',
    '<img src="/icons/share-icon.png">',
    '<img src="/blank.gif">',
    '<div><img src="/p/fog.jpg"><p>Subscribe to our letters</p></div>',
  ])
    assert.equal(
      compare(`<p>${FIRST}</p>${part}<p>${SECOND}</p>`, '', [FIRST, SECOND]).counts.pictures.expected,
      0,
      part,
    )
})

test('lines that exist only in hidden elements are counted, and those that readers can unfold apart from them', () => {
  const hidden = 'Buy cheap lamps in our shop today, the best lamps of the world.'
  const page = `<p>${FIRST}</p><p>${SECOND}</p><p style="display:none">${hidden}</p>
    <button aria-controls="a1">Why?</button><div id="a1" hidden><p>${ANSWER}</p></div>`
  const found = compare(page, `<p>${FIRST}</p><p>${hidden}</p><p>${ANSWER}</p>`, [FIRST])
  assert.deepEqual(found.hidden, [hidden])
  assert.deepEqual(found.folded, [ANSWER])
  assert.deepEqual(compare(`${page}<p>${hidden}</p>`, `<p>${hidden}</p>`, [FIRST]).hidden, [])
})

test('the main part of a page counts as shown, also if it is hidden until a script has run', () => {
  const page = `<div style="display:none"><h2>The winter</h2><p>${FIRST}</p></div><p>Menu</p>`
  const { counts, hidden } = compare(page, `<p>${FIRST}</p>`, ['The winter', FIRST])
  assert.deepEqual([counts.headings.expected, counts.headings.lost.length, hidden], [1, 1, []])
})

test('links to places of the page count if their place lies within the article', () => {
  const links =
    '<p>The keeper wrote about <a href="#fog">the fog</a>, <a href="#shop">the shop</a> and <a href="#none">more</a> there.</p>'
  const html = `<p>${FIRST}</p>${links}<h2 id="fog">The fog in autumn</h2><p>${SECOND}</p><p id="shop">Buy a lamp today</p>`
  const texts = [FIRST, 'The keeper wrote about the fog, the shop and more there.', 'The fog in autumn', SECOND]
  const { counts } = compare(html, `<p>${FIRST}</p>`, texts)
  assert.equal(counts['links in text'].expected, 1)
  assert.match(counts['links in text'].lost[0]!.keys[0]!, /^thefog /)
})

test('links that Sphinx names references are no references to notes unless their text is a number', () => {
  const html = `<p>${FIRST}</p><ul><li><a class="reference internal" href="/lamp">Lamp oil</a> burns well.</li></ul><p>${SECOND}</p>`
  const { counts } = compare(html, html, [FIRST, 'Lamp oil burns well.', SECOND])
  assert.deepEqual([counts['list items'].expected, counts['list items'].lost.length], [1, 0])
  const internal = html.replaceAll('/lamp', '#lamp')
  const kept = compare(internal, internal.replace('class="reference internal" ', ''), [
    FIRST,
    'Lamp oil burns well.',
    SECOND,
  ])
  assert.equal(kept.counts['list items'].lost.length, 0)
})

test('links to controls, and to places without text, are not expected', () => {
  const texts = [FIRST, 'Read the questions: Why is the lamp lit?', SECOND]
  const html = (address: string): string =>
    `<p>${FIRST}</p><p>Read the questions: <a href="${address}">Why is the lamp lit?</a></p><p>${SECOND}</p><div id="tip"></div>`
  const expected = (address: string): number => compare(html(address), '', texts).counts['links in text'].expected
  assert.deepEqual(['#', '#tip', '#none', '/why'].map(expected), [0, 0, 0, 1])
})

test('an absolute address of the page itself, and escapes in a mail address, make no difference', () => {
  const texts = [FIRST, 'Read about the winter or write to the keeper.', SECOND]
  const html = (page: string, mail: string): string =>
    `<p>${FIRST}</p><p>Read about <a href="${page}">the winter</a> or write to <a href="${mail}">the keeper</a>.</p><p id="w">${SECOND}</p>`
  const { expected, lost } = compare(
    html('http://example.com/story/#w', 'mailto:k%40example.com'),
    html('#w', 'mailto:k@example.com'),
    texts,
  ).counts['links in text']
  assert.deepEqual([expected, lost], [2, []])
})
