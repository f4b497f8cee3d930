import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { extract } from '../extract.ts'
import { A_JPEG, aPicture, makePdf, pdfStream, writePdf, type PdfWriter } from './pdf-pages.fixture.ts'

const SENTENCE = 'The tide comes in, and it goes out again, and nobody has ever found a way to hurry it. '
const line = { lineBreak: false }

async function readingOf(body: Uint8Array) {
  const extraction = await extract({ url: 'https://a.example/tides.pdf', body })
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  const { article, pictures = [] } = extraction
  // The addresses of pictures contain hashes. In the content, the index of each picture replaces its address, so that
  // tests can compare the content.
  const content = pictures.reduce(
    (html, { address }, index) => html.replaceAll(address, `#${index}`),
    article.content.replaceAll(' loading="lazy" referrerpolicy="no-referrer"', ''),
  )
  return { article, pictures, content }
}

test('pictures are placed between the paragraphs around them, with their captions', async () => {
  const body = await makePdf((writer) => {
    writer.fontSize(11).text(`First. ${SENTENCE.repeat(3)}`, 72, 100)
    writer.image(aPicture(3), 72, 180, { width: 240 })
    writer.text('Figure 1. The moon above the sea,', 72, 350, line)
    writer.text('seen from the pier.', 72, 363, line)
    writer.text(`Second. ${SENTENCE.repeat(3)}`, 72, 400)
  })
  const { content, pictures } = await readingOf(body)
  const [first, second] = ['First', 'Second'].map((word) => `<p>${word}. ${SENTENCE.repeat(3).trim()}</p>`)
  const figure =
    '<figure><img src="#0" alt=""><figcaption>Figure 1. The moon above the sea, seen from the pier.</figcaption></figure>'
  assert.equal(content, [first, figure, second].join('\n'))
  assert.deepEqual(
    pictures.map(({ mimetype, bytes }) => [mimetype, Buffer.from(bytes).equals(aPicture(3))]),
    [['image/png', true]],
  )
})

test('a picture inside a paragraph is placed after it, and a picture in a column stays in its column', async () => {
  const inside = await makePdf((writer) => {
    writer.fontSize(11).text('The tide comes in, and it goes', 72, 100, line)
    writer.image(aPicture(3), 72, 120, { width: 100 })
    writer.text('out again.', 72, 220, line)
  })
  assert.equal(
    (await readingOf(inside)).content,
    '<p>The tide comes in, and it goes out again.</p>\n<figure><img src="#0" alt=""></figure>',
  )
  const columns = await makePdf((writer) => {
    writer.fontSize(10)
    for (let row = 0; row < 30; row++) {
      writer.text(`Left line ${row} of the first column ends.`, 72, 100 + row * 14, line)
      if (row < 10 || row > 17) writer.text(`Right line ${row} of the second ends.`, 320, 100 + row * 14, line)
    }
    writer.image(aPicture(5), 320, 245, { width: 150, height: 90 })
  })
  assert.match(
    (await readingOf(columns)).content,
    /Left line 29[^]*Right line 9 of the second ends\.<\/p>\n<figure>[^]*Right line 18/,
  )
})

test('the file of a JPEG picture is not changed', async () => {
  const { pictures } = await readingOf(
    await makePdf((writer) => void writer.text(SENTENCE).image(Buffer.from(A_JPEG), 72, 200, { width: 200 })),
  )
  assert.deepEqual(
    pictures.map(({ mimetype, bytes }) => [mimetype, A_JPEG.equals(bytes)]),
    [['image/jpeg', true]],
  )
})

test('small pictures, pictures on many pages, and backgrounds are left out', async () => {
  const body = await makePdf((writer) => {
    writer.image(aPicture(2), 0, 0, { width: 612, height: 792 })
    for (let page = 1; page <= 4; page++) {
      if (page > 1) writer.addPage()
      writer.image(aPicture(3), 72, 20, { width: 60 }).text(`${page}. ${SENTENCE}`, 72, 120)
      writer.image(aPicture(page + 10), 72, 400, { width: 20 })
      writer.image(aPicture(page + 20, 20, 20), 72, 500, { width: 100 })
    }
  })
  const { content, pictures } = await readingOf(body)
  assert.doesNotMatch(content, /<img/)
  assert.deepEqual(pictures, [])
})

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const FONT = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'

/** @returns a page with a sentence and a number of images, each of this width and height in points */
function withImages(count: number, [width, height]: readonly [number, number], bytes: Buffer): Uint8Array {
  const names = Array.from({ length: count }, (_all, index) => index)
  const draw = names.map((index) => `q 100 0 0 100 72 ${index} cm /I${index} Do Q`).join('\n')
  const content = pdfStream('', Buffer.from(`BT /F1 12 Tf 72 700 Td (Again and again) Tj ET\n${draw}`))
  const images = names.map((index) => `/I${index} ${5 + index} 0 R`).join(' ')
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${FONT} /XObject << ${images} >> >> >>`
  const image = (index: number) =>
    pdfStream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height + index} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
      bytes,
    )
  return writePdf([CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, content, ...names.map(image)])
}

test('pictures that unpack to too many bytes are left out, and the text stays', { timeout: 60_000 }, async () => {
  const started = performance.now()
  const packed = deflateSync(Buffer.alloc(30_000_000))
  for (const body of [
    withImages(1, [60_000, 60_000], packed),
    withImages(1, [20_000, 590], packed),
    withImages(60, [4000, 2400], packed),
    withImages(1, [4000, 2400], Buffer.from('no packed data')),
  ]) {
    const { content, pictures } = await readingOf(body)
    assert.match(content, /Again and again/)
    assert.ok(pictures.length <= 20)
  }
  assert.ok(performance.now() - started < 40_000, `${performance.now() - started} ms`)
})

test('at most 100 pictures of a file are kept', async () => {
  const body = await makePdf((writer) => {
    for (let page = 0; page < 15; page++) {
      if (page > 0) writer.addPage()
      writer.text(`Page ${page}. ${SENTENCE}`, 72, 90)
      for (let index = 0; index < 8; index++)
        writer.image(aPicture(page * 8 + index + 2, 60, 60), 72, 120 + index * 70, { width: 60 })
    }
  })
  const { content, pictures } = await readingOf(body)
  assert.equal(pictures.length, 100)
  assert.equal(content.match(/<img/g)?.length, 100)
})

/** Adds an element of the structure tree with a text at the height `y`. */
function tagged(writer: PdfWriter, role: string, text: string, y: number) {
  return writer.struct(role, {}, () => void writer.text(text, 72, y, line))
}

test('a tagged file is read by its tags: order, headings, lists, tables, figures, code and quotations', async () => {
  const body = await makePdf(
    (writer) => {
      const root = writer.struct('Document')
      writer.addStructure(root).fontSize(11)
      // The last paragraph is first in the file, so the file's order is not the reading order.
      const last = tagged(writer, 'P', 'The last paragraph.', 600)
      root.add(tagged(writer, 'H1', 'Tides', 90))
      root.add(tagged(writer, 'P', 'A paragraph of the same size.', 120))
      root.add(
        writer.struct('Figure', { alt: 'The moon' }, () => void writer.image(aPicture(3), 72, 140, { width: 100 })),
      )
      const items = ['One', 'Two'].map((text, index) =>
        writer
          .struct('LI')
          .add(tagged(writer, 'Lbl', `${index + 1}.`, 230 + index * 20))
          .add(tagged(writer, 'LBody', `${text} thing`, 230 + index * 20)),
      )
      root.add(items.reduce((list, item) => list.add(item), writer.struct('L')))
      const row = (role: string, y: number) =>
        writer
          .struct('TR')
          .add(tagged(writer, role, `a ${y}`, y))
          .add(tagged(writer, role, `b ${y}`, y))
      root.add(writer.struct('Table').add(row('TH', 300)).add(row('TD', 320)))
      root.add(tagged(writer, 'Code', 'const a = 1', 350))
      root.add(writer.struct('BlockQuote').add(tagged(writer, 'P', 'Quoted.', 400)))
      root.add(last)
      writer.markContent('Artifact').text('Page 1 of 1', 72, 690, line).endMarkedContent()
    },
    { tagged: true, info: { Title: 'A title' } },
  )
  const { article, content } = await readingOf(body)
  assert.equal(article.title, 'A title')
  assert.equal(
    content,
    [
      '<h2>Tides</h2>',
      '<p>A paragraph of the same size.</p>',
      '<figure><img src="#0" alt="The moon"></figure>',
      '<ol><li>One thing</li><li>Two thing</li></ol>',
      '<table><tbody><tr><th>a 300</th><th>b 300</th></tr><tr><td>a 320</td><td>b 320</td></tr></tbody></table>',
      '<pre><code>const a = 1</code></pre>',
      '<blockquote><p>Quoted.</p></blockquote>',
      '<p>The last paragraph.</p>',
    ].join('\n'),
  )
})

test('a tagged file with untagged text is read by positions', async () => {
  const body = await makePdf(
    (writer) => {
      const root = writer.struct('Document')
      writer.addStructure(root).fontSize(11)
      root.add(tagged(writer, 'P', 'Tagged.', 90))
      writer.text('A paragraph without a tag.', 72, 200, line)
    },
    { tagged: true },
  )
  assert.equal((await readingOf(body)).content, '<p>Tagged.</p>\n<p>A paragraph without a tag.</p>')
})

/** @returns a page on which each letter has its own element in the structure tree */
function withElements(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_all, index) => index)
  const marks = numbers.map((index) => `/P <</MCID ${index}>> BDC BT /F1 12 Tf 72 700 Td (a${index} ) Tj ET EMC`)
  const references = numbers.map((index) => `${8 + index} 0 R`).join(' ')
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /StructParents 0 /Resources << ${FONT} >> >>`,
    pdfStream('', Buffer.from(marks.join('\n'))),
    '<< /Type /StructTreeRoot /K 6 0 R /ParentTree 7 0 R >>',
    `<< /Type /StructElem /S /Document /P 5 0 R /K [${references}] >>`,
    `<< /Nums [0 [${references}]] >>`,
    ...numbers.map((index) => `<< /Type /StructElem /S /P /P 6 0 R /Pg 3 0 R /K ${index} >>`),
  ])
}

test('a tagged file with too many elements is read by positions', { timeout: 60_000 }, async () => {
  assert.match((await readingOf(withElements(100))).content, /<p>a0<\/p>\n<p>a1<\/p>/)
  assert.match((await readingOf(withElements(20_000))).content, /^<p>a0 ?a1 ?a2[^<]*a19999<\/p>$/)
})

test('paragraphs and lists of a tagged file continue across pages', async () => {
  const body = await makePdf(
    (writer) => {
      const root = writer.struct('Document')
      writer.addStructure(root).fontSize(11)
      root.add(tagged(writer, 'P', 'A paragraph that nobody can remem-', 90))
      writer.addPage()
      root.add(tagged(writer, 'P', 'ber.', 90))
      root.add(writer.struct('L').add(writer.struct('LI').add(tagged(writer, 'LBody', 'One', 120))))
      writer.addPage()
      root.add(writer.struct('L').add(writer.struct('LI').add(tagged(writer, 'LBody', 'Two', 90))))
    },
    { tagged: true },
  )
  assert.equal(
    (await readingOf(body)).content,
    '<p>A paragraph that nobody can remember.</p>\n<ul><li>One</li><li>Two</li></ul>',
  )
})
