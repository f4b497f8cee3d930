import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { makePdf, pdfStream, writePdf } from '../../packages/extractor/src/pdf/pdf-pages.fixture.ts'
import { createExtractionPool } from './extraction-pool.ts'

const SENTENCE = 'The tide comes in, and it goes out again, and nobody has ever found a way to hurry it. '
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << >> >>'
const FONT = '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'

test('a file of millions of objects ends at most its own process', { timeout: 60_000 }, async (t) => {
  const options = { workers: 1, deadlineMs: 10_000, memoryMb: 96, idleMs: 1000, maxQueue: 10 }
  const pool = createExtractionPool(options)
  t.after(() => pool.stop())
  const commands = Buffer.from(`[${'<<>>'.repeat(8_000_000)}] 0 d`)
  const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
  const hostile = writePdf([
    CATALOG,
    pages,
    PAGE.replace('<< >>', FONT),
    pdfStream('/Filter /FlateDecode', deflateSync(commands)),
  ])
  const capture = { url: 'https://a.example/', status: 200, headers: {}, contentType: 'application/pdf' }
  const first = await pool.extract({ ...capture, body: hostile })
  assert.ok(first.kind === 'unreadable' && ['crashed', 'timed_out'].includes(first.reason), JSON.stringify(first))
  const next = await pool.extract({ ...capture, body: await makePdf((writer) => void writer.text(SENTENCE)) })
  assert.equal(next.kind, 'article')
})
