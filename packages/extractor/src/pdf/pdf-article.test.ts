import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { extract } from '../extract.ts'
import type { Article, Extraction } from '../extraction.ts'
import { makePdf, pdfStream, writePdf } from './pdf-pages.fixture.ts'

const SENTENCE = 'The tide comes in, and it goes out again, and nobody has ever found a way to hurry it. '

function read(body: Uint8Array): Promise<Extraction> {
  return extract({ url: 'https://a.example/tides.pdf', status: 200, contentType: undefined, body })
}

async function articleOf(body: Uint8Array): Promise<Article> {
  const extraction = await read(body)
  assert.equal(extraction.kind, 'article', JSON.stringify(extraction).slice(0, 500))
  return (extraction as Extraction & { kind: 'article' }).article
}

const noteOf = ({ steps }: Extraction, name: string) => steps.find((step) => step.name === name)?.note

test('headings are recognised by their size, and the lines of a paragraph are joined', async () => {
  const body = await makePdf((writer) => {
    writer.fontSize(24).text('On the tides').fontSize(11).moveDown()
    writer.text(SENTENCE.repeat(4)).moveDown()
    writer.fontSize(16).text('The moon').fontSize(11).moveDown().text(SENTENCE.repeat(3))
  })
  const article = await articleOf(body)
  assert.equal(article.title, 'On the tides')
  const paragraphs = [4, 3].map((times) => `<p>${SENTENCE.repeat(times).trim()}</p>`)
  assert.equal(article.content, `${paragraphs[0]}\n<h2>The moon</h2>\n${paragraphs[1]}`)
  assert.equal(article.mimetype, 'application/pdf')
})

test('title, authors and date are read from the metadata of the file', async () => {
  const info = { Title: 'Tides and moons', Author: 'Ann Lee and Bo Ray' }
  const article = await articleOf(await makePdf((writer) => void writer.text(SENTENCE), { info }))
  assert.deepEqual(
    [article.title, article.authors, article.publishedAt],
    ['Tides and moons', ['Ann Lee', 'Bo Ray'], '2024-05-06T07:08:09.000Z'],
  )
})

test('a file name in the metadata is not used as the title', async () => {
  const body = await makePdf(
    (writer) => void writer.fontSize(20).text('Real title').fontSize(10).text(SENTENCE.repeat(5)),
    { info: { Title: 'tides-final.docx' } },
  )
  assert.equal((await articleOf(body)).title, 'Real title')
})

test('words that are hyphenated at the end of a line are joined, and other hyphens stay', async () => {
  const body = await makePdf((writer) => {
    writer.fontSize(11).text('Nobody can remem-', 72, 100, { lineBreak: false })
    writer.text('ber a well-known state-', 72, 113, { lineBreak: false })
    writer.text('Owned ferry.', 72, 126, { lineBreak: false })
  })
  assert.equal((await articleOf(body)).content, '<p>Nobody can remember a well-known state- Owned ferry.</p>')
})

test('running headers, footers and page numbers are left out, and paragraphs continue across pages', async () => {
  const body = await makePdf((writer) => {
    for (let page = 1; page <= 4; page++) {
      if (page > 1) writer.addPage()
      const edge = { lineBreak: false }
      writer.fontSize(9).text('Journal of Tides', 72, 30, edge)
      writer.fontSize(11).text(`Words of page ${page} end here without`, 72, 110, edge)
      writer.text('any stop', 72, 123, edge)
      writer.fontSize(9).text(`Page ${page} of 4`, 280, 750, edge)
    }
  })
  const extraction = await read(body)
  const text = [1, 2, 3, 4].map((page) => `Words of page ${page} end here without any stop`).join(' ')
  assert.equal(extraction.kind === 'article' && extraction.article.content, `<p>${text}</p>`)
  assert.equal(noteOf(extraction, 'pdf'), '4 pages')
  assert.equal(noteOf(extraction, 'running lines'), '8 headers, footers and page numbers removed')
})

const line = { lineBreak: false }

test('two columns below a title are read one after the other, whatever their order in the file', async () => {
  const body = await makePdf((writer) => {
    writer.fontSize(20).text('A title that is as wide as both columns of the page', 72, 100, line).fontSize(10)
    for (let row = 0; row < 20; row++) {
      writer.text(`Left line ${row} of the first column goes on`, 72, 150 + row * 14, line)
      writer.text(`Right line ${row} of the second one goes`, 320, 150 + row * 14, line)
    }
  })
  const { content } = await articleOf(body)
  const rows = Array.from({ length: 20 }, (_all, row) => row)
  const left = rows.map((row) => `Left line ${row} of the first column goes on`)
  const right = rows.map((row) => `Right line ${row} of the second one goes`)
  assert.equal(content, `<p>${[...left, ...right].join(' ')}</p>`)
})

test('the cells of a table stay in their rows', async () => {
  const body = await makePdf((writer) => {
    writer.fontSize(10)
    for (let row = 0; row < 20; row++) {
      writer.text(`Year ${1900 + row}`, 72, 150 + row * 14, line)
      writer.text(`${row * 7} boats`, 340, 150 + row * 14, line)
    }
    for (let row = 0; row < 6; row++) writer.text(SENTENCE, 72, 500 + row * 14, line)
  })
  assert.match((await articleOf(body)).content, /Year 1900 0 boats[^]*Year 1901 7 boats/)
})

test('markup in the text of a file is escaped', async () => {
  const article = await articleOf(await makePdf((writer) => void writer.text('<script>alert(1)</script> & more')))
  assert.equal(article.content, '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>')
})

test('encrypted files, broken files and files without text are refused with a reason', async () => {
  const locked = await makePdf((writer) => void writer.text('secret'), { userPassword: 'x' })
  const empty = await makePdf((writer) => void writer.addPage())
  const reasons: unknown[] = []
  for (const body of [locked, Buffer.from('%PDF-1.7\nnothing else'), empty]) {
    const extraction = await read(new Uint8Array(body))
    reasons.push(extraction.kind === 'unreadable' && extraction.reason)
  }
  assert.deepEqual(reasons, ['encrypted', 'broken_file', 'no_readable_text'])
})

test('a file with a broken cross-reference table is read', async () => {
  const body = await makePdf((writer) => void writer.text(SENTENCE))
  const broken = Buffer.from(body)
    .toString('latin1')
    .replace(/startxref\n\d+/, 'startxref\n999999')
  assert.equal((await articleOf(Buffer.from(broken, 'latin1'))).content, `<p>${SENTENCE.trim()}</p>`)
})

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const FONT = '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << >> >>'

for (const [name, filters, wrap] of [
  ['Flate', '/FlateDecode', (bytes: Buffer) => bytes],
  ['Flate in Flate', '[/FlateDecode /FlateDecode]', (bytes: Buffer) => deflateSync(bytes)],
] as const) {
  test(`a page that unpacks to 300 MB with ${name} is refused`, { timeout: 30_000 }, async () => {
    const packed = wrap(deflateSync(Buffer.alloc(300 * 1024 * 1024, ' ')))
    const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
    const extraction = await read(writePdf([CATALOG, pages, PAGE, pdfStream(`/Filter ${filters}`, packed)]))
    // On a busy machine, the time limit may be reached before the memory limit.
    assert.match(
      (extraction.kind === 'unreadable' && extraction.reason) || extraction.kind,
      /^(?:too_large|timed_out)$/,
    )
  })
}

test('a circular page tree and a page tree of 20,000 levels are refused', { timeout: 30_000 }, async () => {
  const circle = writePdf([CATALOG, '<< /Type /Pages /Kids [2 0 R] /Count 5 >>'])
  assert.equal((await read(circle)).kind, 'unreadable')
  const nodes = Array.from({ length: 20_000 }, (_, i) => `<< /Type /Pages /Kids [${i + 3} 0 R] /Count 1 >>`)
  const deep = writePdf([CATALOG, ...nodes, PAGE.replace('4 0 R', '20003 0 R')])
  assert.equal((await read(deep)).kind, 'unreadable')
})

test('a file that claims a million pages is read only up to the limit', { timeout: 30_000 }, async () => {
  const kids = '3 0 R '.repeat(2000)
  const content = pdfStream('', Buffer.from('BT /F1 12 Tf 72 700 Td (Again and again) Tj ET'))
  const page = PAGE.replace('<< >>', FONT)
  const extraction = await read(writePdf([CATALOG, `<< /Type /Pages /Kids [${kids}] /Count 1000000 >>`, page, content]))
  assert.match(noteOf(extraction, 'pdf') ?? '', /stopped after \d+|could not be/)
})
