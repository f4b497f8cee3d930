import { zipOf } from '../../packages/extractor/src/documents/zip.fixture.ts'
import { aPicture, makePdf } from '../../packages/extractor/src/pdf/pdf-pages.fixture.ts'

/** A file that can be uploaded, and what its entry contains. */
interface DocumentFile {
  readonly kind: string
  readonly bytes: Uint8Array
  readonly title: string
  readonly author: string
  readonly hasPicture: boolean
}

/** A sentence that all files contain. */
export const DOCUMENT_SENTENCE = 'The tide came in over the old wall, and nobody had seen it rise so far before.'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGES = 'http://schemas.openxmlformats.org/package/2006'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const PICTURE =
  '<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="p1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'

function docx(): Uint8Array {
  const drawings =
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGES}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="p1" Type="${OFFICE}/image" Target="media/a.png"/></Relationships>`,
    'word/media/a.png': aPicture(3),
    'word/document.xml': `<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}" ${drawings}><w:body><w:p><w:r><w:t>${DOCUMENT_SENTENCE}</w:t></w:r></w:p>${PICTURE}</w:body></w:document>`,
    'docProps/core.xml':
      '<cp:coreProperties><dc:title>Word tides</dc:title><dc:creator>Ada Bell</dc:creator></cp:coreProperties>',
  })
}

function odt(): Uint8Array {
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:body><office:text><text:p>${DOCUMENT_SENTENCE}</text:p><text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p></office:text></office:body></office:document-content>`,
    'meta.xml': '<office:meta><dc:title>Open tides</dc:title><dc:creator>Ada Bell</dc:creator></office:meta>',
    'Pictures/a.png': aPicture(5),
  })
}

/** @returns an EPUB with one chapter that contains this markup */
export function epubFile(chapter: string, members: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array {
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    'b.opf':
      '<package><metadata><dc:title>Book of tides</dc:title><dc:creator>Ada Bell</dc:creator></metadata><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.xhtml': `<html><body>${chapter}</body></html>`,
    ...members,
  })
}

function mail(): Uint8Array {
  const lines = [
    'From: Ada Bell <ada@example.org>',
    'Subject: Mail of tides',
    'Date: Tue, 10 Nov 2026 08:00:00 +0000',
    'Message-ID: <1@example.org>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=x',
    '',
    '--x',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>${DOCUMENT_SENTENCE}</p><img src="cid:one">`,
    '--x',
    'Content-Type: image/png',
    'Content-ID: <one>',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(aPicture(7)).toString('base64'),
    '--x--',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** @returns one file of every kind that can be uploaded */
export async function documentFiles(): Promise<readonly DocumentFile[]> {
  const author = 'Ada Bell'
  const info = { Title: 'PDF of tides', Author: author }
  const pdf = await makePdf(
    (writer) => void writer.text(DOCUMENT_SENTENCE).image(aPicture(11), 72, 300, { width: 200 }),
    { info },
  )
  const rtf = Buffer.from(
    String.raw`{\rtf1\ansi{\info{\title Rich tides}{\author Ada Bell}}\pard ${DOCUMENT_SENTENCE}\par}`,
  )
  const book = epubFile(`<p>${DOCUMENT_SENTENCE}</p><img src="a.png"/>`, { 'a.png': aPicture(13) })
  return [
    { kind: 'docx', bytes: docx(), title: 'Word tides', author, hasPicture: true },
    { kind: 'odt', bytes: odt(), title: 'Open tides', author, hasPicture: true },
    { kind: 'pdf', bytes: pdf, title: 'PDF of tides', author, hasPicture: true },
    { kind: 'rtf', bytes: rtf, title: 'Rich tides', author, hasPicture: false },
    { kind: 'epub', bytes: book, title: 'Book of tides', author, hasPicture: true },
    { kind: 'eml', bytes: mail(), title: 'Mail of tides', author, hasPicture: true },
  ]
}

/** Files that an upload rejects, each with the reason and a part of the error message on the page. */
export async function refusedFiles(): Promise<
  readonly (readonly [name: string, Uint8Array, reason: string, RegExp])[]
> {
  const locked = await makePdf((writer) => void writer.text('secret'), { userPassword: 'x' })
  const bomb = epubFile('<p>x</p>', { 'a.xhtml': ' '.repeat(30 * 1024 * 1024) })
  const lockedBook = Buffer.from(epubFile('<p>x</p>'))
  const central = lockedBook.lastIndexOf('PK\x01\x02')
  // Sets the flag for encryption in the central directory of the archive.
  for (
    let at = lockedBook.indexOf('PK\x01\x02');
    at >= 0 && at <= central;
    at = lockedBook.indexOf('PK\x01\x02', at + 1)
  )
    lockedBook[at + 8]! |= 1
  return [
    ['a locked PDF', locked, 'encrypted', /password-protected/],
    ['a locked book', lockedBook, 'broken_file', /damaged/],
    ['an archive that unpacks to too much', bomb, 'too_large', /./],
    [
      'a page that calls itself a book',
      Buffer.from('<html><p>A page.</p></html>'),
      'unsupported_type',
      /isn’t an EPUB/,
    ],
    ['a program', Buffer.from('MZ\u0090\u0000'), 'unsupported_type', /isn’t an EPUB/],
    ['an archive of something else', zipOf({ 'a.txt': 'x' }), 'unsupported_type', /isn’t an EPUB/],
    ['a damaged PDF', Buffer.from('%PDF-1.7\nnothing else'), 'broken_file', /damaged/],
    ['a PDF without text', await makePdf((writer) => void writer.addPage()), 'no_readable_text', /No readable text/],
  ]
}
