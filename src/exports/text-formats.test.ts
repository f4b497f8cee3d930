import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEntry, exported } from './exported-entry.fixture.ts'
import { assertLinearTime } from '../../packages/extractor/src/linear-time.fixture.ts'

const ANNOTATION = {
  id: 1,
  text: 'why?',
  quote: 'spring tide',
  ranges: '[{"start":"/p[2]","startOffset":"4","end":"/p[2]","endOffset":"15"}]',
  color: 'yellow',
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
}

test('JSON has the members of the contract in their order, tag labels, time offsets with a colon, and no nulls', async () => {
  const annotated = anEntry({ annotations: [ANNOTATION], entry: { publishedBy: '["Ada"]', isStarred: true } })
  const [plain, full] = JSON.parse((await exported('json', [anEntry(), annotated])).toString()) as object[]
  assert.equal(
    JSON.stringify(plain),
    '{"is_archived":0,"is_starred":0,"tags":["long read"],"is_public":false,"id":12,"title":"On tides",' +
      '"url":"https://news.example.org/tides","given_url":"https://news.example.org/tides","content":"<p>Text</p>",' +
      '"created_at":"2026-03-01T09:30:00+00:00","updated_at":"2026-03-01T14:05:09+00:00","annotations":[],' +
      '"mimetype":"text/html","language":"en","reading_time":4,"domain_name":"news.example.org","http_status":"200"}',
  )
  const { annotations, published_by: names } = full as { annotations: unknown; published_by: unknown }
  assert.deepEqual(annotations, [{ text: 'why?', quote: 'spring tide', ranges: JSON.parse(ANNOTATION.ranges) }])
  assert.deepEqual(names, ['Ada'])
  assert.equal((await exported('json', [])).toString(), '[]')
})

test('JSON omits missing members of a range, and XML keeps their place', async () => {
  const ranges = '[{"start":null,"startOffset":"4","end":null,"endOffset":"15"}]'
  const entry = anEntry({ annotations: [{ ...ANNOTATION, ranges }], entry: { publishedBy: '["Ada",null]' } })
  const json = (await exported('json', [entry])).toString()
  assert.match(json, /"ranges":\[\{"startOffset":"4","endOffset":"15"\}\]/)
  assert.match(json, /"published_by":\["Ada",null\]/)
  const xml = (await exported('xml', [entry])).toString()
  const [four, fifteen] = ['4', '15'].map((offset) => `<entry><![CDATA[${offset}]]></entry>`)
  assert.ok(xml.includes(`<ranges><entry><entry></entry>${four}<entry></entry>${fifteen}</entry></ranges>`))
})

test('XML contains text in CDATA, splits its end mark, and omits forbidden characters', async () => {
  const entry = anEntry({ annotations: [ANNOTATION], entry: { title: 'a]]>b\u0000\u0001\u{1F600}\uFFFE' } })
  assert.equal(
    (await exported('xml', [entry])).toString(),
    `<?xml version="1.0" encoding="UTF-8"?>
<result>
  <entry>
    <is_archived>0</is_archived>
    <is_starred>0</is_starred>
    <tags><entry><![CDATA[long read]]></entry></tags>
    <is_public>false</is_public>
    <id>12</id>
    <title><![CDATA[a]]]]><![CDATA[>b\u{1F600}]]></title>
    <url><![CDATA[https://news.example.org/tides]]></url>
    <given_url><![CDATA[https://news.example.org/tides]]></given_url>
    <content><![CDATA[<p>Text</p>]]></content>
    <created_at><![CDATA[2026-03-01T09:30:00+00:00]]></created_at>
    <updated_at><![CDATA[2026-03-01T14:05:09+00:00]]></updated_at>
    <annotations><entry><text><![CDATA[why?]]></text><quote><![CDATA[spring tide]]></quote><ranges><entry><entry><![CDATA[/p[2]]]></entry><entry><![CDATA[4]]></entry><entry><![CDATA[/p[2]]]></entry><entry><![CDATA[15]]></entry></entry></ranges></entry></annotations>
    <mimetype><![CDATA[text/html]]></mimetype>
    <language><![CDATA[en]]></language>
    <reading_time>4</reading_time>
    <domain_name><![CDATA[news.example.org]]></domain_name>
    <http_status><![CDATA[200]]></http_status>
  </entry>
</result>
`,
  )
})

test('CSV has the header and the time format of the contract, and its cells are not formulas', async () => {
  const hostile = anEntry({
    entry: { title: '=HYPERLINK("x";"y")', createdAt: '2026-03-01T21:05:09.000Z', language: null },
    content: '<p>a\r\nb</p>',
    tags: ['-1', 'b'],
  })
  const lines = (await exported('csv', [hostile, anEntry()])).toString()
  assert.equal(
    lines,
    'Title;URL;Content;Tags;"MIME Type";Language;"Creation date"\n' +
      `"'=HYPERLINK(""x"";""y"")";https://news.example.org/tides;<p>ab</p>;"'-1, b";text/html;;"01/03/2026 21:05:09"\n` +
      '"On tides";https://news.example.org/tides;<p>Text</p>;"long read";text/html;en;"01/03/2026 09:30:00"\n',
  )
  for (const start of ['+', '-', '@', '\t', '\r', '\0=', '＝']) {
    const csv = (await exported('csv', [anEntry({ entry: { title: `${start}1` } })])).toString()
    assert.match(csv.split('\n').slice(1).join('\n'), /^"?'/, JSON.stringify(start))
  }
})

test('every format contains the note of an entry', async () => {
  const noted = anEntry({
    annotations: [{ ...ANNOTATION, color: 'pink' }],
    entry: { note: '=For the *harbour*\n\npage two' },
  })
  const [one] = JSON.parse((await exported('json', [noted])).toString()) as { note: string; annotations: unknown }[]
  assert.equal(one!.note, '=For the *harbour*\n\npage two')
  assert.deepEqual(one!.annotations, [
    { text: 'why?', quote: 'spring tide', ranges: JSON.parse(ANNOTATION.ranges), color: 'pink' },
  ])
  assert.match((await exported('xml', [noted])).toString(), /<note><!\[CDATA\[=For the \*harbour\*\n\npage two\]\]>/)
  const csv = (await exported('csv', [noted, anEntry()], { hasNotes: true })).toString()
  assert.match(csv, /;"Creation date";Note\n/)
  assert.match(csv, /;"01\/03\/2026 09:30:00";"'=For the \*harbour\*\n\npage two"\n/)
  assert.match(csv, /;"01\/03\/2026 09:30:00";\n$/)
  assert.match((await exported('md', [noted])).toString(), /=\n\n> \\=For the \\\*harbour\\\*\n>\n> page two\n\nText/)
  assert.match((await exported('txt', [noted])).toString(), /=\n\n\[=For the \*harbour\*\n\npage two\]\n\nText/)
})

const ARTICLE =
  '<h2>One &amp; two</h2><p>A <b>bold</b> <i>word</i>, <code>x`y</code>, <a href="https://e.org/(a)?b&amp;c">a link</a>' +
  '<br>1. no list</p><ul><li>a</li><li>b<ol start="3"><li>c</li></ol></li></ul><blockquote><p>said</p></blockquote>' +
  '<pre class="language-js">let a\n  = 1</pre><table><tbody><tr><th>H|1</th><th>H2</th></tr><tr><td>1</td><td>2</td></tr>' +
  '</tbody></table><p><img src="https://e.org/i.png" alt="a *star*"></p><hr><p>__end__</p>'

test('Markdown keeps headings, lists, links, code, tables, quotes and images, and escapes text that looks like markup', async () => {
  assert.equal(
    (await exported('md', [anEntry({ content: ARTICLE, entry: { title: 'A_b' } })])).toString(),
    `A\\_b
===

## One & two

A **bold** *word*, \`\`x\`y\`\`, [a link](<https://e.org/(a)?b&c>)\\
1\\. no list

- a

- b

  3. c

> said

\`\`\`js
let a
  = 1
\`\`\`

| H\\|1 | H2 |
| --- | --- |
| 1 | 2 |

![a \\*star\\*](https://e.org/i.png)

---

\\_\\_end\\_\\_

`,
  )
})

test('plain text has bars around titles, lines of at most 100 columns, and bold words in capitals', async () => {
  const long = `<p>${'word '.repeat(30)}<b>end</b></p><p>${'汉'.repeat(150)}</p>`
  const tight = `<p>${'word '.repeat(20)}x</p>`
  const entries = [long, ARTICLE, tight].map((content) => anEntry({ content }))
  const text = (await exported('txt', entries)).toString()
  const bar = '='.repeat(100)
  assert.ok(text.startsWith(`\n${bar}\nOn tides\n${bar}\n\n${'word '.repeat(20).trim()}\n${'word '.repeat(10)}END\n\n`))
  assert.ok(text.includes(`\n${'汉'.repeat(100)}\n${'汉'.repeat(50)}\n\n${bar}\nOn tides`))
  assert.ok(
    text.includes(
      '\nONE & TWO\n\nA BOLD word, x`y, a link\n1. no list\n\n* a\n\n* b\n\n  3. c\n\n> said\n\n    let a\n',
    ),
  )
  assert.ok(text.includes('H|1 | H2\n1 | 2\n'))
  for (const line of text.split('\n')) assert.ok([...line].length <= 100, line)
})

for (const [name, size, contentOf] of [
  ['nested lists', 100, (count) => `${'<ul><li>x'.repeat(count)}${'</li></ul>'.repeat(count)}`],
  ['pieces of a line', 1200, (count) => `<p>${'<a href="https://e.org/">a</a> b '.repeat(count)}</p>`],
  ['nested emphasis', 32, (count) => `${'<b><span>'.repeat(count)}<p>x</p>`],
] as readonly (readonly [name: string, size: number, contentOf: (count: number) => string])[]) {
  test(`very many ${name} are exported in linear time`, async () => {
    for (const format of ['md', 'txt', 'epub'] as const) {
      await assertLinearTime(
        size,
        (count) => {
          const entry = anEntry({ content: contentOf(count) })
          return () => exported(format, [entry])
        },
        format,
      )
    }
  })
}

const formula = (attributes: string, encoding: string, text: string) =>
  `<math${attributes}><semantics><mi>x</mi><annotation encoding="${encoding}">${text}</annotation></semantics></math>`

test('formulas become TeX in Markdown and plain text', async () => {
  const tex = 'application/x-tex'
  const content = `<p>So ${formula('', tex, 'x_1^2')} and ${formula('', 'text/plain', 'a/2')}</p><p>${formula(' display="block"', tex, 'y &lt; 1')}</p>`
  const entry = anEntry({ content })
  assert.match((await exported('md', [entry])).toString(), /So \$x_1\^2\$ and `a\/2`\n\n\$\$y < 1\$\$\n/)
  assert.match((await exported('txt', [entry])).toString(), /So x_1\^2 and a\/2\n\ny < 1\n/)
})
