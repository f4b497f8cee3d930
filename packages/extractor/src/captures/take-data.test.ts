import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract } from '../extract.ts'
import { takeData, takenNumber } from './take-data.ts'

const LONG = 'QUJD'.repeat(200)
const SHORT = 'QUJD'.repeat(20)
const take = (page: string) => {
  const { body, taken } = takeData(Buffer.from(page))
  return { page: Buffer.from(body).toString(), taken: taken.map(({ start, end }) => page.slice(start, end)) }
}

test('pictures are taken out and numbered, and other data is left out', () => {
  const page = `<img src="data:image/png;base64,${LONG}"><p style="src: url(data:font/woff2;charset=utf-8;base64,${LONG})"><img src=data:image/webp;base64,${LONG}>`
  assert.deepEqual(take(page), {
    page: '<img src="data:image/taken,0"><p style="src: url(data:,)"><img src=data:image/taken,1>',
    taken: [LONG, LONG],
  })
  assert.equal(takenNumber('data:image/taken,1'), 1)
})

test('short data, other spellings and plain words stay', () => {
  for (const page of [
    `<img src="data:image/gif;base64,${SHORT}">`,
    `<img src="data:image/svg+xml,%3Csvg%3E${'x'.repeat(900)}">`,
    'The metadata: image/png;base64, and data:',
    'data:',
  ])
    assert.deepEqual(take(page), { page, taken: [] })
  for (const address of [undefined, 'data:image/taken,', 'data:image/taken,1x', 'https://a.example/1'])
    assert.equal(takenNumber(address), undefined)
})

/** A PNG whose bytes are not valid below its signature; only the type counts here. */
const picture = (bytes: number): string =>
  Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), Buffer.alloc(bytes, 7)]).toString('base64')

const PARAGRAPH = `<p>${'The crew waited for the tide, and the harbour master wrote it down. '.repeat(6)}</p>`
const pageWith = (images: string): string =>
  `<html><head><title>Tide</title></head><body><article><h1>Tide</h1>${PARAGRAPH}${images}${PARAGRAPH}</article></body></html>`

async function imagesOf(images: string): Promise<{ readonly sources: string[]; readonly pictures: number }> {
  const extraction = await extract({ url: 'https://news.example/tide', body: Buffer.from(pageWith(images)) })
  assert.equal(extraction.kind, 'article')
  const sources = [...extraction.article.content.matchAll(/<img src="([^"]+)"/g)].map(([, source]) => source!)
  return { sources, pictures: extraction.pictures?.length ?? 0 }
}

test('a picture in a page is returned with the article', async () => {
  const { sources, pictures } = await imagesOf(`<p><img src="data:image/png;base64,${picture(3000)}" alt="Tide"></p>`)
  assert.match(sources.join(' '), /^https:\/\/news\.example\/tide#picture-[\da-f]{32}$/)
  assert.equal(pictures, 1)
})

const lazy = (bytes: number): string =>
  `<p><img src="data:image/png;base64,${picture(bytes)}" data-src="/large.png" alt="Tide"></p>`

test('a small preview makes way for the picture that a script would load, a large picture does not', async () => {
  assert.deepEqual(await imagesOf(lazy(900)), { sources: ['https://news.example/large.png'], pictures: 0 })
  assert.equal((await imagesOf(lazy(5000))).pictures, 1)
})

test('data of another type under the name of a picture is not shown', async () => {
  const script = Buffer.from('<script>alert(1)</script>'.repeat(200)).toString('base64')
  assert.deepEqual(await imagesOf(`<p><img src="data:image/png;base64,${script}" alt="Tide"></p>`), {
    sources: [],
    pictures: 0,
  })
})

test('a page of 30 MB of pictures is read, and its text is within the limit', async () => {
  const large = `<p><img src="data:image/png;base64,${picture(7_500_000)}" alt="Tide"></p>`
  assert.deepEqual((await imagesOf(large.repeat(3))).pictures, 1)
})
