import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { anEntry } from './exported-entry.fixture.ts'
import { openWriter } from './open-writer.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const ABOUT = { title: 'All', isSingle: false, baseUrl: 'http://x.example', readingSpeed: 200, language: 'en' } as const
const LINKS = `<p>${'<a href="https://e.org/">a</a> b '.repeat(60)}</p>`

/**
 * V8 frees collected buffers in a background thread, some time after the collection, so a single reading may be too
 * high.
 * @returns the lowest of ten readings
 */
async function bufferMegabytes(): Promise<number> {
  const readings: number[] = []
  for (let reading = 0; reading < 10; reading++) {
    collect()
    readings.push(process.memoryUsage().arrayBuffers / 1024 / 1024)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return Math.min(...readings)
}

test('a book of 1,500 entries does not keep the bytes of finished entries in memory', async () => {
  const writer = await openWriter('epub', ABOUT)
  await writer.start()
  const before = await bufferMegabytes()
  for (let id = 1; id <= 1500; id++) await writer.add(anEntry({ entry: { id: id as never }, content: '<p>x</p>' }))
  const grown = (await bufferMegabytes()) - before
  assert.ok(grown < 20, `${grown.toFixed(0)} MB`)
  await writer.end()
})

test('the end of a long document is written in few pieces', async () => {
  const writer = await openWriter('pdf', ABOUT)
  await writer.start()
  for (let id = 1; id <= 100; id++) await writer.add(anEntry({ entry: { id: id as never }, content: LINKS }))
  const pieces = await writer.end()
  assert.ok(pieces.length < 50, `${pieces.length} pieces`)
})
