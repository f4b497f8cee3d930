import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../kernel/errors.ts'
import type { ParsedRow } from '../import-row.ts'
import { MAX_ROWS } from '../import-limits.ts'
import { parseWhole } from './parsed-file.fixture.ts'
import { readRowsReversed, type ReverseOptions, type ReadRows } from './read-rows-reversed.ts'
import { zipOf } from './zip.fixture.ts'

const broken = (reason: string): ParsedRow => ({ kind: 'broken', reason })

/** @returns a list of `count` rows in batches of three, and counters: rows read, readings started and readings open */
function list(count: number, failure?: Error) {
  const reported = { rows: 0, readings: 0, open: 0 }
  const read: ReadRows = async function* () {
    reported.readings++
    reported.open++
    try {
      for (let at = 0; at < count; at += 3) {
        const batch = Array.from({ length: Math.min(3, count - at) }, (_, index) => broken(String(at + index + 1)))
        reported.rows += batch.length
        yield batch
      }
      if (failure) throw failure
    } finally {
      reported.open--
    }
  }
  return { read, reported }
}

async function taken(read: ReadRows, options: ReverseOptions = {}) {
  const batches: (readonly ParsedRow[])[] = []
  let failure: unknown
  try {
    for await (const batch of readRowsReversed(read, options)) batches.push(batch)
  } catch (error) {
    failure = error
  }
  const rows = batches.flat().map((row) => [row.place, row.kind === 'broken' && row.reason])
  return { batches, rows, failure }
}

const downFrom = (count: number) => Array.from({ length: count }, (_, index) => [count - index, String(count - index)])

test('a list that fits into memory is read once and returned from the last row, with positions', async () => {
  const { read, reported } = list(8)
  assert.deepEqual((await taken(read)).rows, downFrom(8))
  assert.deepEqual(reported, { rows: 8, readings: 1, open: 0 })
  assert.deepEqual((await taken(list(0).read)).rows, [])
})

test('of a list that cannot be held, each part is read again, and no further than its end', async () => {
  const size = JSON.stringify({ ...broken('1'), place: 1 }).length
  for (const maxBuffered of [1, size, 3 * size, 3 * size + 1]) {
    const { read, reported } = list(9)
    assert.deepEqual((await taken(read, { maxBuffered })).rows, downFrom(9), String(maxBuffered))
    assert.equal(reported.open, 0, 'every reading was ended')
    if (maxBuffered >= 3 * size) assert.deepEqual([reported.readings, reported.rows], [3, 9 + 6 + 3])
  }
})

test('at most one slice is returned at once', async () => {
  const { batches, rows } = await taken(list(9).read, { maxBatch: 100 })
  assert.deepEqual(rows, downFrom(9))
  assert.ok(batches.length >= 3 && batches.every((batch) => batch.length <= 3), String(batches.length))
})

test('the rows before a break are returned, and then the break is reported', async () => {
  const failure = new AppError('invalid_input', 'The file isn’t valid CSV: too many quotation marks are unclosed.')
  const reported = await taken(list(5, failure).read)
  assert.deepEqual(reported.rows, downFrom(5))
  assert.equal(reported.failure, failure)
})

test('an error outside of the file ends the reading at once', async () => {
  const fault = new Error('the disk is gone')
  const reported = await taken(list(5, fault).read)
  assert.deepEqual([reported.rows, reported.failure], [[], fault])
})

test('the first rows of a list that is too long are returned, and then one more', async () => {
  const { read } = list(MAX_ROWS + 50)
  const { rows } = await taken(read)
  const [first, last, other] = [rows[0], rows.at(-2), rows.at(-1)]
  assert.deepEqual([rows.length, first, last?.[0]], [MAX_ROWS + 1, [MAX_ROWS, String(MAX_ROWS)], 1])
  assert.deepEqual(other, [undefined, String(MAX_ROWS + 1)])
})

function instapaper(name: string): Buffer {
  const rows = [1, 2].map((number) => `https://e.org/${name}${number},T,,Unread\n`)
  return Buffer.from(`URL,Title,Selection,Folder\n${rows.join('')}`)
}

test('each list of an archive is returned from its end only if it begins with the newest row', async () => {
  const pocket = Buffer.from('title,url,time_added,tags,status\nT,https://e.org/c1,1,,\nT,https://e.org/c2,1,,\n')
  const archive = zipOf([
    { name: 'a.csv', bytes: instapaper('a') },
    { name: 'b.csv', bytes: instapaper('b') },
    { name: 'c.csv', bytes: pocket },
  ])
  const { rows } = await parseWhole(archive, 'auto')
  assert.equal(rows.map(({ url }) => url.slice(14)).join(' '), 'a2 a1 b2 b1 c1 c2')
})
