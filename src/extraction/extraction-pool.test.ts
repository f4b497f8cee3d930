import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { extract } from '@dogear/extractor'
import { parseSiteRules, type Capture } from '@dogear/extractor/service'
import { zipOf } from '../../packages/extractor/src/documents/zip.fixture.ts'
import { MemoryBudget } from '../kernel/memory-budget.ts'
import { createExtractionPool, type ExtractionPool, type ExtractionPoolOptions } from './extraction-pool.ts'

const usual = { workers: 1, deadlineMs: 10_000, memoryMb: 192, idleMs: 1000, maxQueue: 10 }

function aPool(t: TestContext, changes: Partial<ExtractionPoolOptions> = {}): ExtractionPool {
  const pool = createExtractionPool({ ...usual, ...changes })
  t.after(() => pool.stop())
  return pool
}

function aCapture(html: string): Capture {
  const body = new TextEncoder().encode(html)
  return { url: 'https://a.example/page', status: 200, contentType: 'text/html; charset=utf-8', body }
}

const story = `<title>Tides</title><article>${'<p>The tide comes in, and it goes out again, every day.</p>'.repeat(20)}</article>`
const heavy = `<article>${'<div class="content"><p>Many, many, words, here.</p><ul><li>x</li></ul></div>'.repeat(20_000)}</article>`

test('a page becomes an article', async (t) => {
  const extraction = await aPool(t).extract(aCapture(story))
  assert.equal(extraction.kind, 'article')
  assert.equal(extraction.kind === 'article' && extraction.article.title, 'Tides')
})

test('the body is moved to the worker, unless it shares its memory with others', async (t) => {
  const pool = aPool(t)
  const own = aCapture(story)
  const shared = { ...own, body: Buffer.from(own.body).subarray(0, own.body.length - 1) }
  await pool.extract(shared)
  assert.ok(shared.body.length > 0)
  await pool.extract(own)
  assert.equal(own.body.length, 0)
})

test('a page that takes more than half of the time is read again without the costly steps', async (t) => {
  const extraction = await extract(aCapture(story), 'cheap')
  assert.equal(extraction.kind, 'article')
  const names = extraction.steps.map(({ name }) => name)
  assert.ok(names.includes('effort') && names.includes('sanitise') && !names.includes('code'))
  const pool = aPool(t, { deadlineMs: 60 })
  const late = await pool.extract(aCapture(heavy))
  assert.deepEqual(
    late.steps.map(({ name, note }) => `${name}: ${note}`),
    ['worker: timed_out', 'worker: timed_out'],
  )
})

test('a page whose rules take too long is extracted without them, within the same time limit', async (t) => {
  const slow = 'body: //*[count(//*[count(//*[count(//*) > 1]) > 1]) > 1]'
  const { rules, problems } = parseSiteRules(slow)
  assert.deepEqual(problems, [])
  const capture = aCapture(story.replaceAll('<p>', '<p><b></b>').repeat(25))
  const pool = aPool(t, { deadlineMs: 4000 })
  await pool.extract(aCapture(story))
  const extraction = await pool.extract({ ...capture, rules: { source: 'a.example.txt', rules } })
  assert.equal(extraction.kind, 'article')
  const notes = extraction.steps.map(({ note }) => note).join('; ')
  assert.match(notes, /took too long; repeated without the rules of a\.example\.txt and the costly steps/)
})

test('an owner with fifty pages does not delay the page of another by more than two', async (t) => {
  const pool = aPool(t, { maxQueue: 100 })
  let read = 0
  const many = Array.from({ length: 50 }, () => pool.extract(aCapture(story), 'many').then(() => (read += 1)))
  await pool.extract(aCapture(story), 'one')
  assert.ok(read <= 2, `${read} pages were read before`)
  await Promise.all(many)
})

test('the main thread stays free while fifty pages are read', async (t) => {
  const pool = aPool(t, { maxQueue: 100 })
  await pool.extract(aCapture(story))
  const [main, all] = [process.threadCpuUsage(), process.cpuUsage()]
  await Promise.all(Array.from({ length: 50 }, () => pool.extract(aCapture(story.repeat(20)))))
  const share = process.threadCpuUsage(main).user / process.cpuUsage(all).user
  // The thread of the pages needs about thirty times as much processor time.
  assert.ok(share < 1 / 3, `${share} of the processor time`)
})

test('a page that takes too long is timed_out, and the next one is read', async (t) => {
  const pool = aPool(t, { deadlineMs: 300 })
  await pool.extract(aCapture(story))
  const late = await pool.extract(aCapture(heavy))
  assert.equal(late.kind === 'unreadable' && late.reason, 'timed_out')
  assert.match(late.kind === 'unreadable' ? late.message : '', /too long/)
  assert.equal((await readAfterwards(pool)).kind, 'article')
})

test('a page that needs too much memory is crashed, and the next one is read', async (t) => {
  const pool = aPool(t, { memoryMb: 40, deadlineMs: 30_000 })
  const exploded = await pool.extract(aCapture(heavy.repeat(2)))
  assert.equal(exploded.kind === 'unreadable' && exploded.reason, 'crashed')
  assert.equal((await readAfterwards(pool)).kind, 'article')
})

test('documents that unpack to much text are read one at a time', async (t) => {
  const bytes = 128 * 1024 * 1024
  const memory = new MemoryBudget({ bytes })
  const pool = aPool(t, { workers: 2, memory, deadlineMs: 60_000 })
  const paragraphs = `<text:p>${'Words of a text. '.repeat(10)}</text:p>`.repeat(12_000)
  const file = zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:text>${paragraphs}</office:text></office:document-content>`,
  })
  assert.ok(file.length < 100_000)
  const documents = [1, 2, 3].map(() => {
    const body = new Uint8Array(file)
    return pool.extract({ url: 'https://example.org/a.odt', status: 200, contentType: undefined, body })
  })
  await nextTurn()
  const held = memory.reservedBytes
  assert.deepEqual(
    (await Promise.all(documents)).map(({ kind }) => kind),
    ['article', 'article', 'article'],
  )
  assert.ok(held > bytes && held < 2 * bytes, `${held} bytes`)
})

test('content that a client sent is cleaned', async (t) => {
  const cleaned = await aPool(t).clean({
    html: '<p>x<script>1</script><img src="/a.png"></p>',
    url: 'https://a.example/',
  })
  assert.match(cleaned.content, /^<p>x<img src="https:\/\/a\.example\/a\.png"/)
  assert.equal(cleaned.previewPicture, 'https://a.example/a.png')
})

test('content that takes too long to clean is refused as invalid input', async (t) => {
  const pool = aPool(t, { deadlineMs: 100 })
  await assert.rejects(pool.clean({ html: heavy, url: 'https://a.example/' }), {
    name: 'AppError',
    code: 'invalid_input',
  })
})

test('content with too many nodes is refused as too large', async (t) => {
  const given = { html: '<br>'.repeat(200_001), url: 'https://a.example/' }
  await assert.rejects(aPool(t).clean(given), { name: 'AppError', code: 'too_large' })
})

test('a large page is copied in slices, and handed over without a further copy', async (t) => {
  const pool = aPool(t)
  await pool.extract(aCapture(story))
  // With this media type, the extraction thread has almost nothing to do.
  const body = new Uint8Array(9 * 1024 * 1024)
  const pending = pool.extract({ ...aCapture(''), contentType: 'application/octet-stream', body })
  let turns = 0
  for (; body.byteLength > 0 && turns < 100_000; turns++) await nextTurn()
  // A transfer leaves the caller an empty buffer.
  assert.deepEqual([body.byteLength, turns >= 8], [0, true], `${turns} turns`)
  await pending
})

test('stop rejects waiting tasks', async (t) => {
  const pool = aPool(t)
  const results = Promise.allSettled([pool.extract(aCapture(heavy)), pool.extract(aCapture(story))])
  await pool.stop()
  assert.deepEqual(
    (await results).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
})

/** Extracts a small page, and repeats a failed extraction up to 19 times, because a busy machine may cause timeouts. */
async function readAfterwards(pool: ExtractionPool) {
  let read = await pool.extract(aCapture(story))
  for (let turn = 1; turn < 20 && read.kind !== 'article'; turn++) read = await pool.extract(aCapture(story))
  return read
}
