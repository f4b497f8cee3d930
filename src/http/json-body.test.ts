import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinSmallChunks, streamChunks } from './json-body.ts'

const chunk = (letter: string, length: number): Buffer => Buffer.alloc(length, letter)

test('small chunks that follow each other are joined, and large ones are not copied', () => {
  const [large, larger] = [chunk('b', 5000), chunk('e', 90_000)]
  const joined = joinSmallChunks([chunk('a', 10), large, chunk('c', 1), chunk('d', 300), larger, chunk('f', 1)])
  assert.deepEqual(
    joined.map((one) =>
      Buffer.from(one)
        .toString()
        .replaceAll(/(.)\1*/g, '$1'),
    ),
    ['a', 'b', 'cd', 'e', 'f'],
  )
  assert.equal(joined[1], large)
  assert.equal(joined[3], larger)
})

test('a stream of chunks contains all their bytes in order', async () => {
  const chunks = Array.from({ length: 200 }, (_, index) => chunk(String(index % 10), index * 47))
  const sent = Buffer.concat(await streamChunks(chunks).toArray())
  assert.ok(sent.equals(Buffer.concat(chunks)))
})
