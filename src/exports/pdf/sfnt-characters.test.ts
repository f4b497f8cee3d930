import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sfntCharacters } from './sfnt-characters.ts'

/** @returns a font file that contains only a `cmap` table (OpenType 1.9, chapters otff and cmap) */
function fontWith(subtables: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(28 + 4 + 8 * subtables.length)
  head.writeUInt16BE(1, 4)
  head.write('cmap', 12, 'latin1')
  head.writeUInt32BE(28, 20)
  head.writeUInt16BE(subtables.length, 30)
  let at = head.length - 28
  for (const [index, table] of subtables.entries()) {
    head.writeUInt32BE(at, 32 + 8 * index + 4)
    at += table.length
  }
  return Buffer.concat([head, ...subtables])
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index)
  return bytes
}

test('characters of the first plane are read from segments with deltas and with lists, without those that have no glyph', () => {
  // The table has two segments, and the final segment that the format requires. The segment 0x41–0x43 uses a delta,
  // which maps the second character to glyph 0 (no glyph). The segment 0x61–0x63 uses a list of glyph ids.
  const ends = [0x43, 0x63, 0xffff]
  const starts = [0x41, 0x61, 0xffff]
  const deltas = [-0x42, 0, 1]
  const ranges = [0, 4, 0]
  const table = words(4, 0, 0, 6, 0, 0, 0, ...ends, 0, ...starts, ...deltas, ...ranges, 7, 0, 8)
  assert.deepEqual([...sfntCharacters(fontWith([table]))], [0x41, 0x43, 0x61, 0x63])
})

test('characters of all planes are read', () => {
  const table = words(12, 0, 0, 28, 0, 0, 0, 1, 2, 0xf923, 2, 0xf925, 0, 5)
  assert.deepEqual([...sfntCharacters(fontWith([table]))], [0x2f923, 0x2f924, 0x2f925])
})

test('a font without the table has no characters, and a truncated one is refused', () => {
  assert.equal(sfntCharacters(Buffer.alloc(12)).size, 0)
  assert.throws(() => sfntCharacters(fontWith([words(12, 0, 0, 28, 0, 0, 0, 1)])), RangeError)
})
