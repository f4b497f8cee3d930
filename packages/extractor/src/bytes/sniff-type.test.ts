import assert from 'node:assert/strict'
import test from 'node:test'
import { sniffType } from './sniff-type.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

type Row = readonly [body: string, contentType: string | undefined, kind: string, mimetype: string]

const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>'

function check(rows: readonly Row[]): void {
  for (const [body, contentType, kind, mimetype] of rows) {
    const found = sniffType(Buffer.from(body, 'latin1'), contentType)
    assert.deepEqual(found, { kind, mimetype }, `${contentType}: ${body.slice(0, 40)}`)
  }
}

test('F9: a page is recognised with a wrong, an invalid or no content type', () => {
  const types = ['text/html; charset=x', undefined, '', 'garbage', 'a/b/c', 'image/png', 'application/octet-stream']
  const bodies = [
    '<!DOCTYPE html><title>',
    ' \n<html>',
    '<!-- c --><p >',
    '\xef\xbb\xbf<HTML lang=x>',
    '<?xml version="1.0"?><html >',
  ]
  for (const type of [...types, 'application/pdf', 'application/json', 'application/xml']) {
    check(bodies.map((body) => [body, type, 'html', 'text/html'] as const))
  }
})

test('F9: XHTML keeps its type, and an empty body of type text/html is a page', () => {
  check([
    ['<html >', 'application/xhtml+xml', 'html', 'application/xhtml+xml'],
    ['', 'text/html', 'html', 'text/html'],
    ['no markup', 'text/html', 'html', 'text/html'],
    ['', undefined, 'other', 'application/octet-stream'],
  ])
})

test('F9: images are recognised by their bytes, whatever the header says', () => {
  for (const type of ['text/html', 'text/plain', undefined, 'image/svg+xml', 'application/json', 'image/gif']) {
    check([
      [PNG, type, 'image', 'image/png'],
      ['\xff\xd8\xff\xe0\0\x10JFIF', type, 'image', 'image/jpeg'],
      ['GIF89a\x01', type, 'image', 'image/gif'],
      ['GIF87a\x01', type, 'image', 'image/gif'],
      ['RIFF\x10\0\0\0WEBPVP8 ', type, 'image', 'image/webp'],
      ['\0\0\0\x20ftypavif\0\0\0\0avifmif1', type, 'image', 'image/avif'],
      ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', type, 'image', 'image/avif'],
    ])
  }
})

test('F9: a file without an image signature is not an image, whatever the header says', () => {
  check([
    ['not a picture', 'image/png', 'other', 'application/octet-stream'],
    ['\x89PNX', 'image/png', 'other', 'application/octet-stream'],
    ['', 'image/jpeg', 'other', 'application/octet-stream'],
    ['RIFF\x10\0\0\0WAVE', 'image/webp', 'other', 'application/octet-stream'],
    ['\0\0\0\x20ftypisom\0\0\0\0isommp41', 'video/mp4', 'other', 'video/mp4'],
    ['\0\0\0\x10ftypisomavif', undefined, 'other', 'application/octet-stream'],
    ['\0\0\0\x10ftypisom\0\0\0\0avif', undefined, 'other', 'application/octet-stream'],
  ])
})

test('F9: SVG is never an image and never a page', () => {
  const bodies = [
    SVG,
    `<?xml version="1.0"?>\n<!-- c -->${SVG}`,
    `<!DOCTYPE svg PUBLIC "x">${SVG}`,
    '<s:svg xmlns:s="x">',
  ]
  for (const type of ['image/svg+xml', 'image/jpeg', 'text/html', undefined, 'application/xml']) {
    check(bodies.map((body) => [body, type, 'other', 'image/svg+xml'] as const))
  }
  check([['<g>', 'image/svg+xml', 'other', 'image/svg+xml']])
})

test('F9: plain text and Markdown stay text, even with markup inside', () => {
  for (const body of ['<!DOCTYPE html><script>', 'hello', '# Title', SVG, '']) {
    check([
      [body, 'text/plain; charset=utf-8', 'text', 'text/plain'],
      [body, 'text/markdown', 'markdown', 'text/markdown'],
    ])
  }
  check([['just words', undefined, 'text', 'text/plain']])
})

test('F9: PDF files and archives are recognised by their signature', () => {
  for (const type of ['text/html', undefined, 'application/octet-stream', 'text/plain']) {
    check([
      ['%PDF-1.7\n%\xe2', type, 'pdf', 'application/pdf'],
      ['PK\x03\x04\x14\0', type, 'other', 'application/zip'],
      ['\x1f\x8b\x08\0', type, 'other', 'application/gzip'],
    ])
  }
  check([['hello', 'application/pdf', 'other', 'application/octet-stream']])
})

test('F9: XML and JSON are recognised by their type, and XML also by its declaration', () => {
  check([
    ['<rss version="2.0">', 'application/rss+xml', 'xml', 'application/rss+xml'],
    ['<feed >', 'text/xml', 'xml', 'text/xml'],
    ['<?xml version="1.0"?><rss >', undefined, 'xml', 'application/xml'],
    ['{"a":1}', 'application/json', 'json', 'application/json'],
    ['{"a":1}', 'application/ld+json', 'json', 'application/ld+json'],
    ['{"a":1}', undefined, 'text', 'text/plain'],
  ])
})

test('F9: binary data is not text, whatever the header says, but UTF-16 text is', () => {
  check([
    ['\0\x01\x02\x03', 'text/html', 'other', 'application/octet-stream'],
    ['\0\x01\x02\x03', 'text/plain', 'other', 'application/octet-stream'],
    ['\0\x01\x02\x03', undefined, 'other', 'application/octet-stream'],
    ['\0\x01', 'audio/mpeg', 'other', 'audio/mpeg'],
    ['body{}', 'text/css', 'other', 'text/css'],
    ['\xff\xfe<\0h\0t\0m\0l\0>\0', undefined, 'html', 'text/html'],
    ['\xff\xfeh\0i\0', 'text/plain', 'text', 'text/plain'],
  ])
})

test('F9: a declared page is a page even with control characters', () => {
  for (const byte of Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))) {
    const pages = [
      `${byte}<!DOCTYPE html><p>`,
      `<ht${byte}ml>`,
      `<p>${byte}</p>`,
      `${'Only words. '.repeat(10)}${byte}`,
    ]
    check(pages.map((page) => [page, 'text/html; charset=utf-8', 'html', 'text/html'] as const))
    check([[`<html>${byte}`, 'application/xhtml+xml', 'html', 'application/xhtml+xml']])
  }
  check([['<\0h\0t\0m\0l\0>\0', 'text/html; charset=utf-16le', 'html', 'text/html']])
})

test('F9: binary data with a declared page type stays what its signature or its bytes say', () => {
  const noise = String.fromCharCode(...Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3)) & 0xff))
  check([
    [noise, 'text/html', 'other', 'application/octet-stream'],
    [`<html>${noise}`, 'application/pdf', 'other', 'application/octet-stream'],
    [PNG, 'text/html', 'image', 'image/png'],
    ['%PDF-1.7\n\0<html>', 'text/html', 'pdf', 'application/pdf'],
    ['PK\x03\x04<html>', 'text/html', 'other', 'application/zip'],
    ['\x7fELF\x02\x01\x01\0\0\0', 'text/html', 'other', 'application/octet-stream'],
    [`\x01${SVG}`, 'text/html', 'other', 'image/svg+xml'],
  ])
})

test('F9: long prologues and unclosed comments take linear time', async () => {
  for (const piece of ['<!--', '<?x?>', '<', ' ']) {
    await assertLinearTime(
      60_000,
      (length) => {
        const body = Buffer.alloc(length, piece)
        return () => sniffType(body, undefined)
      },
      piece,
    )
  }
})
