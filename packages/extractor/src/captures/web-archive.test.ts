import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract } from '../extract.ts'
import { propertyList, type Value } from './web-archive.fixture.ts'

const prose = (word: string): string =>
  `<p>${`The ${word} goes out twice a day, and comes back, as all know. `.repeat(8)}</p>`
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

const resource = (url: string, type: string, data: string | Uint8Array): Value => ({
  WebResourceURL: url,
  WebResourceMIMEType: type,
  WebResourceTextEncodingName: 'UTF-8',
  WebResourceData: Buffer.from(data),
})

/** @returns an archive, as Safari nests one for each frame */
const archive = (url: string, body: string, inside: { readonly [key: string]: Value } = {}): Value => ({
  WebMainResource: resource(url, 'text/html', `<html><head><title>Tides</title></head><body>${body}</body></html>`),
  ...inside,
})

async function contentOf(value: Value): Promise<string> {
  const extraction = await extract({ url: 'https://reader.example/file/1', body: propertyList(value) })
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  return extraction.article.content
}

test('the text in a frame of a web archive is at its place, with its links and pictures', async () => {
  const inner = `${prose('moon')}<p>More on <a href="next.html">Größe</a> is there, and on its parts.</p><p><img src="wall.png" alt="Wall" width="600" height="400"></p>`
  const frame = archive('https://parts.example/a/1?b=2&c=3', inner, {
    WebSubresources: [resource('https://parts.example/a/wall.png', 'image/png', PIXEL)],
  })
  const page = `<article>${prose('tide')}<iframe src="//parts.example/a/1?b=2&amp;c=3"></iframe>${prose('wind')}</article>`
  const content = await contentOf(archive('https://harbour.example/story', page, { WebSubframeArchives: [frame] }))
  assert.match(content, /The tide[^]*The moon[^]*href="https:\/\/parts\.example\/a\/next\.html"[^]*Größe[^]*The wind/)
  assert.match(content, /<img [^>]*src="https:\/\/harbour\.example\/story#picture-[\da-f]{32}"/)
})

test('the text in a frame of a frame is read, and an advertisement is not', async () => {
  const innermost = archive('https://harbour.example/c', prose('star'))
  const inner = archive('https://harbour.example/b', `${prose('moon')}<iframe src="/c"></iframe>`, {
    WebSubframeArchives: [innermost],
  })
  const advertisement = archive('https://ads.example/1', '<p>Buy boats now</p>')
  const page = `<article>${prose('tide')}<iframe src="b"></iframe><iframe src="https://ads.example/1"></iframe></article>`
  const content = await contentOf(
    archive('https://harbour.example/a', page, { WebSubframeArchives: [inner, advertisement] }),
  )
  assert.match(content, /The tide[^]*The moon[^]*The star/)
  assert.doesNotMatch(content, /Buy boats/)
})

test('fifty frames of a web archive are read', async () => {
  const one = 'https://harbour.example/one'
  const inner = Array.from({ length: 60 }, (_, index) => archive(`${one}/${index}`, prose(`moon ${index}`)))
  const page = `<article>${prose('tide')}${inner.map((_, index) => `<iframe src="/one/${index}"></iframe>`).join('')}</article>`
  const content = await contentOf(archive(one, page, { WebSubframeArchives: inner }))
  assert.equal(content.match(/<p>The moon/g)?.length, 50)
})
