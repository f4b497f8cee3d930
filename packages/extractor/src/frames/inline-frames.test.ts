import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract } from '../extract.ts'

const prose = (word: string): string =>
  `<p>${`The ${word} goes out twice a day, and comes back, as all know. `.repeat(8)}</p>`

/** A part of a saved page, as Chromium writes it. */
const part = (fields: readonly string[], html: string): string =>
  [
    'Content-Type: text/html',
    ...fields,
    'Content-Transfer-Encoding: 8bit',
    '',
    `<html><body>${html}</body></html>`,
  ].join('\r\n')

function savedPage(page: string, frames: readonly string[]): Buffer {
  const head = [
    'From: <Saved by Blink>',
    'Snapshot-Content-Location: https://harbour.example/story',
    'Subject: Tides',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="----B"',
    '',
    '',
  ].join('\r\n')
  const parts = [part(['Content-Location: https://harbour.example/story'], page), ...frames]
  return Buffer.from(`${head}${parts.map((one) => `------B\r\n${one}\r\n`).join('')}------B--\r\n`)
}

async function contentOf(page: string, frames: readonly string[]): Promise<string> {
  const extraction = await extract({ url: 'https://reader.example/file/1', body: savedPage(page, frames) })
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  return extraction.article.content
}

const frame = (id: string, location: string, html: string): string =>
  part([`Content-ID: <${id}@mhtml.blink>`, `Content-Location: ${location}`], html)
const framed = (id: string): string => `<iframe width="600" src="cid:${id}@mhtml.blink"></iframe>`

test('the text in a frame of a saved page is at its place in the article, with letters of all languages', async () => {
  const inner = `${prose('moon')}<p>Größe: 3 m</p>`
  const content = await contentOf(`<article>${prose('tide')}${framed('a')}${prose('wind')}</article>`, [
    frame('a', 'https://parts.example/1', inner),
  ])
  assert.match(content, /The tide[^]*The moon[^]*Größe[^]*The wind/)
})

test('a video in a frame of a saved page is recognised by its address', async () => {
  const content = await contentOf(`<article>${prose('tide').repeat(2)}${framed('v')}${prose('wind')}</article>`, [
    frame('v', 'https://www.youtube.com/embed/a-b_c', '<div>Player</div>'),
  ])
  assert.match(content, /https:\/\/www\.youtube\.com\/watch\?v=a-b_c/)
})

test('a frame with an advertisement, and one whose page is not in the file, are left out', async () => {
  const page = `<article>${prose('tide').repeat(2)}${framed('ad')}${framed('none')}${prose('wind')}</article>`
  const content = await contentOf(page, [frame('ad', 'https://ads.example/1', '<p>Buy boats now</p>')])
  assert.doesNotMatch(content, /Buy boats|iframe/)
  assert.match(content, /The wind/)
})

test('frames that contain themselves are read only a few times', async () => {
  const content = await contentOf(`<article>${prose('tide')}${framed('a')}</article>`, [
    frame('a', 'https://parts.example/1', `${prose('moon')}${framed('a')}`),
  ])
  assert.match(content, /The moon/)
})
