import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortenData } from './shorten-data.ts'

const LONG = 'QUJD'.repeat(200)
const MEGABYTE = 1024 * 1024
const picture = (megabytes: number): string => `data:image/png;base64,${'QUJD'.repeat((megabytes * MEGABYTE) / 3)}`

async function shortened(page: string, chunkSize = 64 * 1024): Promise<string> {
  const bytes = Buffer.from(page)
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
  }
  const pieces: Uint8Array[] = []
  for await (const piece of shortenData(chunks())) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('fonts, sounds and films are left out, and all else stays, however the bytes arrive', async () => {
  const page = [
    `<p>metadata: the word</p><img src="data:image/png;base64,${LONG}"><img src='data:image/svg+xml,<svg/>'>`,
    `<style>@font-face{src:url(data:font/woff2;base64,${LONG})}</style>`,
    '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAA"><audio src="data:audio/mp3;base64,SUQz">',
    `<video src=data:video/mp4;base64,${LONG}></video>data:`,
  ]
  const expected = [page[0], '<style>@font-face{src:url(data:,)}</style>', page[2], '<video src=data:,></video>data:']
  for (const size of [1, 2, 7, 250, 64 * 1024])
    assert.equal(await shortened(page.join(''), size), expected.join(''), `${size}`)
})

test('data at the end of a page is kept or left out too', async () => {
  assert.equal(await shortened(`a data:image/png;base64,${LONG}`), `a data:image/png;base64,${LONG}`)
  assert.equal(await shortened(`a data:font/woff2;base64,${LONG}`), 'a data:,')
})

test('a picture above 10 MB is left out, and so are those above 20 MB in all', async () => {
  assert.equal(await shortened(`<img src="${picture(12)}">`), '<img src="data:,">')
  const three = await shortened(`<img src="${picture(9)}"> <img src="${picture(9)}"> <img src="${picture(9)}">`)
  assert.ok(three.endsWith('<img src="data:,">'))
  assert.equal(three.split('data:image/png').length - 1, 2)
})
