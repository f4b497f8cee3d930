import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract } from '../extract.ts'
import { aPicture } from '../pdf/pdf-pages.fixture.ts'
import { zipOf } from './zip.fixture.ts'

/** @returns the content of a document, in which the addresses of its pictures are replaced by their indexes */
async function readingOf(body: Uint8Array) {
  const extraction = await extract({ url: 'https://a.example/files/book', body })
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  const { article, pictures = [] } = extraction
  const content = pictures.reduce(
    (html, { address }, index) => html.replaceAll(address, `#${index}`),
    article.content.replaceAll(' loading="lazy" referrerpolicy="no-referrer"', ''),
  )
  return { article, content, pictures }
}

const sizes = ({ pictures }: Awaited<ReturnType<typeof readingOf>>) => pictures.map(({ bytes }) => bytes.length)
const [ONE, TWO] = [aPicture(3), aPicture(5)]
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

const CONTAINER = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
const BOOK =
  '<package><metadata><title>Tides</title></metadata><manifest><item id="a" href="text/a.xhtml"/><item id="b" href="text/b.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
const epub = (chapter: string, members: Readonly<Record<string, string | Uint8Array>> = {}) =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'OPS/book.opf': BOOK,
    'OPS/text/a.xhtml': `<html><body><svg viewBox="0 0 1 1"><image xlink:href="../cover one.png"/></svg></body></html>`,
    'OPS/text/b.xhtml': `<html><body><p>Text.</p>${chapter}</body></html>`,
    'OPS/cover one.png': TWO,
    'OPS/images/a.png': ONE,
    ...members,
  })

test('EPUB: pictures of the chapters and the cover are kept, and each file only once', async () => {
  const read = await readingOf(
    epub(
      '<p><img src="../images/a.png" alt="A &amp; b"/><img src="../images/a.png"/><img src="../images/b.png" alt="no picture"/><img src="../missing.png"/><img src="https://b.example/c.png"/></p>',
      { 'OPS/images/b.png': SVG },
    ),
  )
  assert.equal(
    read.content,
    '<section><img src="#0" alt=""></section><section><p>Text.</p><p><img src="#1" alt="A &amp; b"><img src="#1" alt=""><img src="https://b.example/c.png" alt=""></p></section>',
  )
  assert.deepEqual(sizes(read), [TWO.length, ONE.length])
  assert.equal(read.article.previewPicture, read.pictures[0]?.address)
})

test('EPUB: pictures that are damaged or too large when unpacked are left out, and the text stays', async () => {
  const whole = epub('<img src="../images/a.png"/><img src="../images/large.png"/>', {
    'OPS/images/large.png': Buffer.alloc(20 * 1024 * 1024),
  })
  const flipped = Buffer.from(whole)
  flipped[flipped.indexOf('OPS/images/a.png') + 30]! ^= 0xff
  assert.equal(
    (await readingOf(flipped)).content,
    '<section><img src="#0" alt=""></section><section><p>Text.</p></section>',
  )
})

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

const drawing = (id: string, alt: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="${alt}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

test('DOCX: pictures keep their alternative text, and pictures in other formats are left out', async () => {
  const names =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" ' +
    `xmlns:r="${RELATIONS}"`
  const read = await readingOf(
    zipOf({
      '[Content_Types].xml': `<Types xmlns="${TYPES}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="${TYPES}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="${TYPES}/relationships"><Relationship Id="p1" Type="${RELATIONS}/image" Target="media/a.png"/><Relationship Id="p2" Type="${RELATIONS}/image" Target="media/b.png"/></Relationships>`,
      'word/media/a.png': ONE,
      'word/media/b.png': SVG,
      'word/document.xml': `<w:document ${names}><w:body><w:p><w:r><w:t>Text.</w:t></w:r></w:p><w:p>${drawing('p1', 'The moon')}${drawing('p2', 'none')}</w:p></w:body></w:document>`,
    }),
  )
  assert.equal(read.content, '<p>Text.</p><p><img src="#0" alt="The moon"></p>')
  assert.deepEqual(sizes(read), [ONE.length])
})

const frame = (href: string) =>
  `<draw:frame><draw:image xlink:href="${href}"/><svg:title>Title</svg:title><svg:desc>The moon</svg:desc></draw:frame>`

test('ODT: pictures keep their description', async () => {
  const content = `<office:document-content><office:body><office:text><text:p>Text ${frame('Pictures/a.png')}${frame('./ObjectReplacements/b')}</text:p></office:text></office:body></office:document-content>`
  const read = await readingOf(
    zipOf({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': content,
      'Pictures/a.png': ONE,
      'ObjectReplacements/b': 'VCLMTF',
    }),
  )
  assert.equal(read.content, '<p>Text <img src="#0" alt="The moon"></p>')
})

const part = (head: string, bytes: Uint8Array) => [
  '--x',
  head,
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(bytes).toString('base64'),
]

test('mail: pictures that the text refers to and pictures in data URLs are kept, and attachments are left out', async () => {
  const mail = [
    'From: ada@a.example',
    'Subject: Tide',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=x',
    '',
    '--x',
    'Content-Type: text/html',
    '',
    `<p>Text <img src="cid:one%40a" alt="One"><img src="cid:none"><img src="cid:two"><img src="data:image/png;base64,${Buffer.from(TWO).toString('base64')}"><img src="data:image/svg+xml;base64,PHN2Zy8+"></p>`,
    ...part('Content-Type: image/gif\r\nContent-ID: <one@a>', ONE),
    ...part('Content-Type: image/png\r\nContent-ID: <two>', Buffer.from(SVG)),
    ...part('Content-Type: image/png\r\nContent-Disposition: attachment; filename=c.png', aPicture(7)),
    '--x--',
    '',
  ].join('\r\n')
  const read = await readingOf(Buffer.from(mail))
  assert.equal(read.content.trim(), '<p>Text <img src="#0" alt="One"><img src="#1" alt=""></p>')
  assert.deepEqual(sizes(read), [ONE.length, TWO.length])
})
