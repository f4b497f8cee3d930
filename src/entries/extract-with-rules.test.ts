import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExtractionPool } from '../extraction/extraction-pool.ts'
import { parseSiteRules } from '../extraction/site-rules/parse-site-rules.ts'
import { extractingWithRules } from './extract-with-rules.ts'

test('a page whose rules take too long is read without them', { timeout: 60_000 }, async (t) => {
  const pool = createExtractionPool({ workers: 1, deadlineMs: 2500, memoryMb: 192, idleMs: 1000, maxQueue: 10 })
  t.after(() => pool.stop())
  const slow = 'body: //*[count(//*[count(//*[count(//*) > 1]) > 1]) > 1]'
  const { rules, problems } = parseSiteRules(slow)
  assert.deepEqual(problems, [])
  const body = new TextEncoder().encode(
    `<title>Tides</title>${'<p>The tide comes in, and it goes out again.</p>'.repeat(500)}`,
  )
  const capture = { url: 'https://a.example/', status: 200, headers: {}, contentType: 'text/html', body }
  const extraction = await extractingWithRules(pool, { source: 'a.example.txt', rules }).extract(capture)
  assert.equal(extraction.kind, 'article')
  assert.match(extraction.steps.at(-1)?.note ?? '', /took too long/)
})
