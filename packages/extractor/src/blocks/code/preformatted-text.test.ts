import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { ElementList } from '../../dom/element-list.ts'
import { parsePage } from '../../dom/parse-page.ts'
import { extractPage } from '../../extract-page.ts'
import { normaliseCode } from './code-blocks.ts'
import { formatPreservedText } from './preformatted-text.ts'
import { threadMillisecondsSince } from '../../thread-time.fixture.ts'

const formatted = (html: string): string => htmlAfter(html, (tree) => formatPreservedText(new ElementList(tree)))

const CODE = 'a = 1\nif a:\n    moor(a)'
const POEM =
  'The tide came in at four,\nand nobody could say\n\nwhich of the boats had gone\nand which had lost its way.'

test('code whose style preserves white space becomes a code block', () => {
  for (const html of [
    `<div><code style="white-space: pre">${CODE}</code></div>`,
    `<div><p><code style="color:red;white-space:pre-wrap">${CODE}</code></p></div>`,
    `<div><div style="white-space:pre;font-family:Menlo, monospace">${CODE}</div></div>`,
    `<div><div style="white-space:pre">${CODE}</div></div>`,
    `<div><div style="white-space:break-spaces"><code>${CODE}</code></div></div>`,
  ])
    assert.match(formatted(html), /^<div><pre><code[^>]*>(?:<code>)?a = 1\nif a:\n {4}moor\(a\)/, html)
})

test('a poem and prose whose style preserves white space keep their lines and are no code', () => {
  for (const style of ['pre', 'pre-wrap', 'pre-line'])
    assert.equal(
      formatted(`<div style="white-space:${style}">\n${POEM}\n</div>`),
      `<div style="white-space:${style}">${POEM.replaceAll('\n', '<br>')}</div>`,
    )
  const long = `${'Long words of a letter about the harbour, and more of them, '.repeat(9)}\nSincerely, (the keeper)`
  assert.match(formatted(`<p style="white-space:pre-wrap">${long}</p>`), /^<p [^>]*>Long.*<br>Sincerely/)
})

const LINES = ['def moor(boat):', '    for rope in boat.ropes:', '        tie(rope)', '', '    return boat']
const boxes = (tag: string, lines: readonly string[] = LINES) =>
  lines.map((line) => `<${tag}>${line}</${tag}>`).join('')
const PRE = 'style="white-space:pre;font-family:Menlo, monospace"'
const numbered = (line: (text: string, number: number) => string) =>
  LINES.map((text, at) => line(text, at + 1)).join('')

const LINES_OF_CODE = {
  'boxes, as an editor copies them': `<div ${PRE}>${boxes('div').replace('<div></div>', '<br>')}</div>`,
  'boxes with line breaks for empty lines': `<div ${PRE}>${boxes('div').replace('<div></div>', '<div><br></div>')}</div>`,
  'boxes without a font for code': `<div class="code panel"><div style="white-space:pre">${boxes('div')}</div></div>`,
  paragraphs: `<div style="white-space:pre-wrap;font-family:Courier New">${boxes('p').replace('<p></p>', '<p>&nbsp;</p>')}</div>`,
  'spans with line breaks': `<div ${PRE}>${LINES.map((line) => `<span>${line}</span>`).join('<br>')}</div>`,
  'boxes with a style of their own': `<div>${LINES.map((line) => `<div ${PRE}>${line}</div>`).join('\n  ')}</div>`,
  'paragraphs of an office program': LINES.map((line) => `<p><span ${PRE}>${line}</span></p>`).join(''),
  'a cell': `<table><tr><td ${PRE}>${boxes('div')}</td></tr></table>`,
  'a table of lines': `<table ${PRE}>${numbered((text, at) => `<tr><td>${at}</td><td>${text}</td></tr>`)}</table>`,
  'a column of numbers': `<div ${PRE}><div>${numbered((_, at) => `<div>${at}</div>`)}</div><div>${boxes('div')}</div></div>`,
  'a number before each line': `<div ${PRE}>${numbered((text, at) => `<div><i>${at}</i><span>${text}</span></div>`)}</div>`,
  'an editor on the page': `<div class="CodeMirror-code">${numbered((text, at) => `<div><div class="CodeMirror-gutter-wrapper"><div>${at}</div></div><pre>${text}</pre></div>`)}</div>`,
  'another editor': `<div class="cm-content">${boxes('div')}</div>`,
}

for (const [form, html] of Object.entries(LINES_OF_CODE)) {
  test(`lines of code that are elements become one code block: ${form}`, () => {
    const result = htmlAfter(html, (tree) => {
      formatPreservedText(new ElementList(tree))
      normaliseCode(tree)
    })
    assert.match(result, /<pre><code>([^<]*)<\/code><\/pre>/)
    assert.equal(/<pre><code>([^<]*)</.exec(result)![1], LINES.join('\n'))
    assert.equal(result.split('<pre').length, 2)
  })
}

test('paragraphs of prose in a preserved style, a film script and a table of data are no code', () => {
  const script = ['INT. HARBOUR', 'The keeper looks at the lamp, and the lamp looks back.', 'KEEPER', 'It is late.']
  const letter = [
    'Dear Jo, the boat came in on Friday and everyone was well.',
    'We had tea (hot), and then went home to bed.',
  ]
  const cells = '<tr><td>1</td><td>salt</td><td>2 kg</td></tr><tr><td>2</td><td>rope</td><td>9 m</td></tr>'
  for (const html of [
    `<div ${PRE}>${boxes('p', letter)}</div>`,
    boxes('div', script).replaceAll('<div>', `<div ${PRE}>`),
    `<table ${PRE}><tbody>${cells}</tbody></table>`,
  ])
    assert.equal(formatted(html), html)
})

test('text without line breaks, and boxes with other blocks, stay as they are', () => {
  for (const html of [
    '<p>Use <code style="white-space:pre">moor(a)</code> here.</p>',
    `<div style="white-space:pre-wrap"><p>${POEM}</p></div>`,
    `<pre><span style="white-space:pre">${CODE}</span></pre>`,
    `<div style="white-space:nowrap">${CODE}</div>`,
  ])
    assert.equal(formatted(html), html)
})

test('an article keeps the lines and the indentation of code', () => {
  const prose =
    '<p>The tide comes in, and it goes out again, and nobody has ever found a way to hurry it, as he says.</p>'
  const other =
    '<p>Every boat in the harbour waits for it, and the people on the pier wait with them, with hot tea.</p>'
  const text = `<title>T</title><article><h1>T</h1>${prose}<div class="language-python" style="white-space:pre-wrap;font-family:monospace">${CODE}</div>${other}</article>`
  const extraction = extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, [])
  assert.match(
    extraction.kind === 'article' ? extraction.article.content : '',
    /<pre><code class="language-python">a = 1\nif a:\n {4}moor\(a\)<\/code><\/pre>/,
  )
})

test('fifty thousand preserved texts, and deeply nested ones, take less than five seconds', () => {
  const style = 'style="white-space:pre-wrap"'
  const nested = `<span ${style}>a\nb`.repeat(400)
  const page = parsePage(`<div>${`<span ${style}>a\nb</span>`.repeat(50_000)}</div>${nested}`)
  const before = process.threadCpuUsage()
  formatPreservedText(new ElementList(page))
  assert.ok(threadMillisecondsSince(before) < 5000)
})
