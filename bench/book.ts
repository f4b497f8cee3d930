/**
 * Compares how two checkouts export a library with pictures as one EPUB: `npm run bench:book -- --other CHECKOUT
 * [--articles N] [--pictures N] [--rounds N]`. Both servers save the same articles and fetch their pictures from a site on this
 * machine, and then export in alternating rounds. Printed are the medians of the time and of the server's processor time, the size of the book, and
 * the highest anonymous memory of the server.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { HEIGHT, png, WIDTH } from '../scripts/screenshot-picture.ts'
import { median } from './median.ts'
import { watchMemory } from './memory/watch-process-memory.ts'
import { startSide, type Side } from './side-by-side/start-side.ts'
import { cpuSeconds } from './start-process.ts'

const { values } = parseArgs({
  options: {
    other: { type: 'string' },
    articles: { type: 'string', default: '300' },
    pictures: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
  },
})
if (values.other === undefined) throw new Error('--other CHECKOUT is required: a checkout with its packages installed')
const [articles, pictures, rounds] = [Number(values.articles), Number(values.pictures), Number(values.rounds)]
/** Memory in megabytes at which a server is ended. */
const MAX_MEMORY = 2000

interface Book {
  readonly ms: number
  readonly cpuMs: number
  readonly bytes: number
  readonly megabytes: number
}

/** Number of rows with noise, which gives a picture of about 50 kB. */
const NOISY_ROWS = 25

/** @returns a picture that differs from all others, so that the book contains it once for each article */
function noisyPicture(): Buffer {
  const bytesOfRow = 1 + WIDTH * 3
  const rows = Buffer.alloc(HEIGHT * bytesOfRow)
  for (let row = 0; row < NOISY_ROWS; row++) rows.set(randomBytes(WIDTH * 3), row * bytesOfRow + 1)
  return png(rows)
}

let fetched = 0
const site = createServer((_request, response) => {
  fetched += 1
  response.writeHead(200, { 'content-type': 'image/png' }).end(noisyPicture())
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
const sides: Side[] = []
try {
  const checkouts = { this: fileURLToPath(new URL('..', import.meta.url)), other: values.other }
  for (const [name, checkout] of Object.entries(checkouts)) {
    const side = await startSide({ name, checkout, entries: 0, site: host })
    sides.push(side)
    await save(side)
  }
  const books = new Map(sides.map((side) => [side.name, [] as Book[]]))
  for (const side of sides) await exportBook(side)
  for (let round = 0; round < rounds; round++)
    for (const side of sides) books.get(side.name)!.push(await exportBook(side))
  for (const [name, made] of books) {
    const of = (key: keyof Book): number => median(made.map((book) => book[key]))
    const peak = Math.max(...made.map(({ megabytes }) => megabytes))
    console.log(
      `${name.padEnd(8)}${of('ms').toFixed(0)} ms, ${of('cpuMs').toFixed(0)} ms of processor time, ` +
        `${(of('bytes') / 1e6).toFixed(1)} MB, at most ${peak.toFixed(0)} MB of memory`,
    )
  }
} finally {
  for (const side of sides) await side.stop()
  site.close()
}

/** Saves the articles, and waits until the server has fetched all their pictures. */
async function save({ client, api }: Side): Promise<void> {
  const before = fetched
  for (let index = 0; index < articles; index++) {
    const figures = Array.from(
      { length: pictures },
      (_, at) =>
        `<p>${'The tide comes and goes, and so do its readers, one after the other. '.repeat(30)}</p>` +
        `<figure><img src="http://${host}/${index * pictures + at}.png" alt="A hill"><figcaption>Hill ${at}</figcaption></figure>`,
    )
    const body = JSON.stringify({
      url: `https://site.example/${index}`,
      title: `Article ${index}`,
      content: figures.join(''),
    })
    await client.expect(200, { method: 'POST', path: '/api/entries.json', headers: api, body })
  }
  const isComplete = (): boolean => fetched - before >= articles * pictures
  while (!isComplete()) await setTimeout(200)
  await setTimeout(3000)
}

async function exportBook({ pid, client, browser }: Side): Promise<Book> {
  const watch = watchMemory(pid, MAX_MEMORY)
  const cpu = await cpuSeconds(pid)
  const { ms, body } = await client.expect(200, { path: '/export/all.epub', headers: browser })
  const cpuMs = ((await cpuSeconds(pid)) - cpu) * 1000
  await watch.stop()
  return { ms, cpuMs, bytes: body.length, megabytes: watch.takePeak() }
}
