import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract } from '../extract.ts'
import type { Extraction } from '../extraction.ts'
import { zipOf } from './zip.fixture.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

/** Most tests use the wrong default type on purpose, because only the bytes should determine the format. */
function extracted(body: Uint8Array, contentType = 'application/octet-stream'): Promise<Extraction> {
  return extract({ url: 'https://a.example/files/book', body, contentType })
}

async function articleOf(body: Uint8Array) {
  const extraction = await extracted(body)
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  return extraction.article
}

const reasonOf = (extraction: Extraction) => (extraction.kind === 'unreadable' ? extraction.reason : extraction.kind)

const CONTAINER = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
const PACKAGE = `<?xml version="1.0"?><package xmlns:dc="x"><metadata><dc:title>On &amp; off</dc:title><dc:creator>Ada Bell</dc:creator><dc:language>en</dc:language><dc:date>2026-01-02</dc:date></metadata>
<manifest><item id="a" href="text/one.xhtml"/><item id="b" href="text/two%20b.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>`
const chapter = (title: string, text: string): string =>
  `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x "y">]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>${title}</h1><p id="p"/><p>${text}</p></body></html>`

const epub = (members: Readonly<Record<string, string>> = {}): Buffer =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'OPS/book.opf': PACKAGE,
    'OPS/text/one.xhtml': chapter(
      'One',
      'First &mdash; chapter <img src="../a.png" alt="x"/><a href="two.xhtml">on</a> <a href="https://b.example/">web</a>',
    ),
    'OPS/text/two b.xhtml': chapter('Two', 'Second<br/>chapter, <math><mi>x</mi></math>'),
    ...members,
  })

test('EPUB: chapters are in reading order, and title, author, date and language are read', async () => {
  const { title, authors, language, publishedAt, content, mimetype } = await articleOf(epub())
  assert.deepEqual(
    { title, authors, language, mimetype },
    { title: 'On & off', authors: ['Ada Bell'], language: 'en', mimetype: 'application/epub+zip' },
  )
  assert.match(publishedAt ?? '', /^2026-01-02/)
  assert.equal(
    content,
    '<section><h1>Two</h1><p>Second<br>chapter, <math><semantics><mrow><mi>x</mi></mrow><annotation encoding="text/plain">x</annotation></semantics></math></p></section>' +
      '<section><h1>One</h1><p>First — chapter on <a href="https://b.example/" rel="noopener noreferrer">web</a></p></section>',
  )
})

test('EPUB: links between chapters and to notes lead to places of the text, and other files of the book have no links', async () => {
  const { content } = await articleOf(
    epub({
      'OPS/text/one.xhtml': chapter(
        'One',
        'See <a href="two%20b.xhtml#p2">the note</a>, <a href="#n1">another</a>, <a href="two%20b.xhtml">Two</a> and <a href="gone.xhtml#x">a page</a>.</p><p id="n1">A note',
      ),
      'OPS/text/two b.xhtml': chapter('Two', 'Second chapter.</p><p id="p2">Here is the note'),
    }),
  )
  const plain = content.replaceAll(' rel="noopener noreferrer"', '')
  assert.match(plain, /<section id="c1"><h1>Two<\/h1>.*<p id="c1-p2">Here is the note/)
  assert.match(
    plain,
    /See <a href="#c1-p2">the note<\/a>, <a href="#c2-n1">another<\/a>, <a href="#c1">Two<\/a> and a page\./,
  )
  assert.match(plain, /<p id="c2-n1">A note/)
  assert.doesNotMatch(plain, /files\/book|book\.invalid/)
})

const WORD = (body: string): Buffer =>
  zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Tides</dc:title><dc:creator>Ada Bell</dc:creator></cp:coreProperties>',
  })

test('DOCX: paragraphs, bold text, title and author are read', async () => {
  const body =
    '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Low water</w:t></w:r></w:p>' +
    '<w:p><w:r><w:t>Twice </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>a day</w:t></w:r></w:p>'
  const { title, authors, content } = await articleOf(WORD(body))
  assert.deepEqual({ title, authors }, { title: 'Tides', authors: ['Ada Bell'] })
  assert.match(
    content,
    /<h1>Low water<\/h1><p>Twice <strong>a day<\/strong><\/p>|<p>Low water<\/p><p>Twice <strong>a day<\/strong><\/p>/,
  )
})

test('DOCX: a link to a bookmark leads to its place in the text', async () => {
  const { content } = await articleOf(
    WORD(
      '<w:p><w:hyperlink w:anchor="ropes"><w:r><w:t>See the ropes</w:t></w:r></w:hyperlink><w:hyperlink w:anchor="gone"><w:r><w:t> or not</w:t></w:r></w:hyperlink></w:p><w:p><w:bookmarkStart w:id="0" w:name="ropes"/><w:r><w:t>Ropes of hemp</w:t></w:r><w:bookmarkEnd w:id="0"/></w:p>',
    ),
  )
  assert.match(content, /<a href="#ropes"[^>]*>See the ropes<\/a> or not/)
  assert.match(content, /<p id="ropes">Ropes of hemp/)
  assert.doesNotMatch(content, /files\/book/)
})

test('ODT: headings, lists, tables, notes, and bold and italic text are kept', async () => {
  const content =
    '<office:document-content xmlns:office="o" xmlns:text="t"><office:automatic-styles><style:style style:name="T1"><style:text-properties fo:font-weight="bold" fo:font-style="italic"/></style:style></office:automatic-styles>' +
    '<office:body><office:text><text:h text:outline-level="2">Low<text:s text:c="2"/>water</text:h><text:p>Twice <text:span text:style-name="T1">a day</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Nearly.</text:p></text:note-body></text:note></text:p>' +
    '<text:list><text:list-item><text:p>One</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>'
  const meta = '<office:meta><dc:title>Tides</dc:title><dc:creator>Ada Bell</dc:creator></office:meta>'
  const article = await articleOf(
    zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content, 'meta.xml': meta }),
  )
  assert.deepEqual([article.title, article.authors], ['Tides', ['Ada Bell']])
  assert.equal(
    article.content,
    '<h2>Low water</h2><p>Twice <strong><em>a day</em></strong><sup><a href="#note-1" rel="noopener noreferrer">[1]</a></sup></p>' +
      '<ul><li><p>One</p></li></ul><table><tbody><tr><td><p>A</p></td></tr></tbody></table>' +
      '<ol><li id="note-1"><p>Nearly.</p></li></ol>',
  )
})

test('RTF: paragraphs, characters of code pages and Unicode, title and author are read, and font tables are left out', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\info{\title Tides}{\author Ada Bell}}\f0 Caf\'e9 \b bold\b0  and \i slanted\i0\par Second \u8364?5\line next {\*\generator X}\emdash end\par}`
  const { title, authors, content } = await articleOf(Buffer.from(rtf))
  assert.deepEqual({ title, authors }, { title: 'Tides', authors: ['Ada Bell'] })
  assert.equal(content, '<p>Café <strong>bold</strong> and <em>slanted</em></p><p>Second €5<br>next —end</p>')
})

const MAIL = [
  'Received: from a.example',
  'From: =?utf-8?q?Ada_B=C3=A9ll?= <ada@a.example>',
  'Subject: Low tide',
  'Date: Fri, 2 Jan 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain',
  '',
  'plain',
  '--x',
  'Content-Type: text/html; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<html><head><style>p{}</style></head><body><p>Caf=E9 <script>alert(1)</script><img src=3D"cid:1"></p></body></html>',
  '--x--',
  '',
].join('\r\n')

test('mail: the HTML or plain text of a message is read, with its subject, sender and date', async () => {
  const { title, authors, publishedAt, content } = await articleOf(Buffer.from(MAIL))
  assert.deepEqual(
    { title, authors, publishedAt },
    { title: 'Low tide', authors: ['Ada Béll'], publishedAt: '2026-01-02T10:00:00.000Z' },
  )
  assert.equal(content, '<p>Café </p>')
  const plain =
    'From: a@a.example\nSubject: Hi\nDate: Fri, 2 Jan 2026 10:00:00 +0000\nTo: b@a.example\n\nOne\ntwo\n\nThree'
  assert.equal((await articleOf(Buffer.from(plain))).content, '<p>One<br>two</p><p>Three</p>')
})

const MAIL_HEADERS = 'From: a@a.example\nSubject: Hi\nDate: Fri, 2 Jan 2026 10:00:00 +0000\n'
const nestedParts = (depth: number): string =>
  Array.from({ length: depth }, (_all, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join('')

test('damaged, oversized and unsupported files are refused with a reason', async () => {
  const whole = epub()
  assert.equal(reasonOf(await extracted(whole.subarray(0, whole.length - 30))), 'broken_file')
  const flipped = Buffer.from(whole)
  flipped[flipped.indexOf('OPS/book.opf') + 40]! ^= 0xff
  assert.equal(reasonOf(await extracted(flipped)), 'broken_file')
  assert.equal(
    reasonOf(await extracted(zipOf({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<a/>' }))),
    'broken_file',
  )
  assert.equal(
    reasonOf(await extracted(zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' }))),
    'broken_file',
  )
  assert.equal(reasonOf(await extracted(zipOf({ 'word/document.xml': '<a>' }))), 'broken_file')
  for (const headers of ['X-A: b\n'.repeat(60_000), nestedParts(30)])
    assert.equal(reasonOf(await extracted(Buffer.from(`${MAIL_HEADERS}${headers}\nhello`))), 'broken_file')
  const bomb = epub({ 'OPS/text/one.xhtml': ' '.repeat(30 * 1024 * 1024) })
  assert.equal(reasonOf(await extracted(bomb)), 'too_large')
  assert.equal(reasonOf(await extracted(WORD('<w:p/>'.repeat(120_000)))), 'too_large')
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_all, index) => [`${index}`, '']))
  assert.equal(reasonOf(await extracted(epub(many))), 'too_large')
  assert.equal(reasonOf(await extracted(zipOf({ 'a.txt': 'x' }))), 'unsupported_type')
})

test('deep documents are read, and lose dangerous markup', async () => {
  const hostile =
    '<script>alert(1)</script><img src="x" onerror="alert(1)"/><a href="javascript:alert(1)">x</a><svg onload="alert(1)"/>'
  const deep = `${'<div>'.repeat(5000)}text`
  const { content } = await articleOf(epub({ 'OPS/text/one.xhtml': chapter('One', hostile + deep) }))
  assert.doesNotMatch(content, /script|onerror|onload|svg/)
  const wide = epub({ 'OPS/text/one.xhtml': chapter('One', '<b/>'.repeat(210_000)) })
  assert.equal(reasonOf(await extracted(wide)), 'too_large')
})

const HOSTILE: Readonly<Record<string, (count: number) => Uint8Array>> = {
  ...Object.fromEntries(
    ['<a', '<!a[', '<a b="', '</x>', '<b>', '<!--', '&a;', '<a b=c '].map((piece) => [
      `an EPUB of ${piece}`,
      (count: number) => epub({ 'OPS/text/one.xhtml': `<body>${piece.repeat(count)}` }),
    ]),
  ),
  RTF: (count) => Buffer.from(`{\\rtf1 ${'{'.repeat(count)}text${'\\b '.repeat(count)}}`),
  'an e-mail': (count) => Buffer.from(MAIL.replace('plain', `${'=?'.repeat(count)}`)),
  'a Word document': (count) => WORD(`${'<w:p>'.repeat(count / 16)}`),
}

for (const [name, bytesOf] of Object.entries(HOSTILE))
  test(`${name} takes linear time`, async () => {
    await assertLinearTime(8000, (count) => {
      const bytes = bytesOf(count)
      return () => extracted(bytes)
    })
  })
