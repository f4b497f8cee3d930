import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ByteBlocks } from './byte-blocks.ts'
import { OutputQueue } from './output-queue.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text))

test('finished bytes are taken in order, in parts with their own buffers', () => {
  const finished = new OutputQueue()
  finished.add([bytes('one'), bytes(''), bytes('two'), bytes('three')])
  const parts = [finished.take(4), finished.take(4)]
  finished.add([bytes('four')])
  parts.push(finished.take(100), finished.take(100))
  assert.deepEqual(
    parts.map((part) => Buffer.from(part).toString()),
    ['onet', 'woth', 'reefour', ''],
  )
  assert.ok(parts.every((part) => part.buffer.byteLength === part.byteLength))
  assert.equal(finished.length, 0)
})

test('many small pieces become few blocks, and large pieces are not copied', () => {
  const blocks = new ByteBlocks()
  const large = new Uint8Array(200_000).fill(7)
  const pieces = [...Array.from({ length: 10_000 }, (_, index) => bytes(`line ${index}\n`)), large, bytes('end')]
  for (const piece of pieces) blocks.add(piece)
  const taken = blocks.take()
  assert.ok(taken.length < 6, `${taken.length} blocks`)
  assert.ok(taken.includes(large))
  assert.deepEqual(Buffer.concat(taken), Buffer.concat(pieces))
  assert.deepEqual(blocks.take(), [])
})
