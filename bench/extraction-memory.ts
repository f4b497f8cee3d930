/**
 * Extracts the news pages of a corpus, one after another in a worker thread, as the server does. Prints the peak memory
 * of the process and the number of pages whose extraction failed. Arguments: folder of the pages, heap size of the
 * thread in MB.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createExtractionPool } from '../src/extraction/extraction-pool.ts'

const [folder = '.', heap = '192'] = process.argv.slice(2)
const pool = createExtractionPool({
  workers: 1,
  deadlineMs: 10_000,
  memoryMb: Number(heap),
  idleMs: 1000,
  maxQueue: 10,
})
let lost = 0
for (const name of readdirSync(folder)) {
  const body = gunzipSync(readFileSync(join(folder, name)))
  const page = { url: 'https://example.com/', status: 200, headers: {}, contentType: 'text/html', body }
  const extraction = await pool.extract(page)
  if (extraction.kind === 'unreadable' && extraction.reason !== 'no_readable_text') lost += 1
}
await pool.stop()
console.log(JSON.stringify({ peakMb: Math.round(process.resourceUsage().maxRSS / 1024), lost }))
