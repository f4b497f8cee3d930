import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAddresses, MAX_FOUND } from './find-addresses.ts'
import { assertLinearTime } from '../../../packages/extractor/src/linear-time.fixture.ts'

const CASES: readonly (readonly [pasted: string, ...addresses: string[]])[] = [
  ['https://example.org/a', 'https://example.org/a'],
  ['  “https://example.org/a”  ', 'https://example.org/a'],
  ["'https://example.org/a'", 'https://example.org/a'],
  ['<https://example.org/a>', 'https://example.org/a'],
  ['example.com/foo', 'https://example.com/foo'],
  ['"example.com/foo"', 'https://example.com/foo'],
  ['//example.com/foo', 'https://example.com/foo'],
  ['(example.com/foo).', 'https://example.com/foo'],
  ['Example.COM:8080/Foo?x=Y', 'https://example.com:8080/Foo?x=Y'],
  ['[Tides](https://example.org/wiki/Tide_(sea))', 'https://example.org/wiki/Tide_(sea)'],
  ['https://example.org/wiki/Tide_(sea)', 'https://example.org/wiki/Tide_(sea)'],
  ['See https://a.example/1, https://b.example/2. And notes.txt!', 'https://a.example/1', 'https://b.example/2'],
  ['https://a.example/1\nhttps://b.example/2\r\nhttps://a.example/1', 'https://a.example/1', 'https://b.example/2'],
  ['a.example/1 b.example/2', 'https://a.example/1', 'https://b.example/2'],
  ['https://web.archive.org/web/2020/https://example.org/', 'https://web.archive.org/web/2020/https://example.org/'],
  ['HTTP://Example.com', 'http://example.com'],
  ['tides and sea walls'],
  ['read notes.txt'],
  ['mailto:alice@example.org'],
  ['javascript:alert(1)'],
  ['alice@example.org'],
  [''],
]

test('addresses are found in pasted text', () => {
  for (const [pasted, ...addresses] of CASES) {
    const found = findAddresses(pasted).map(({ url }) => url)
    assert.deepEqual(found, addresses, pasted)
  }
})

const list = (count: number) => Array.from({ length: count }, (_, i) => `https://example.org/${i}`).join(' ')

test('more addresses than the limit are refused as a whole', () => {
  assert.equal(findAddresses(list(MAX_FOUND)).length, MAX_FOUND)
  assert.throws(() => findAddresses(list(MAX_FOUND + 1)), /at most 100/)
})

test('hostile texts take linear time', async () => {
  const repeated = ['https://a', '(', ')', 'a.', 'a.b ', '"', 'https://a.b/)'].map(
    (part) => (length: number) => part.repeat(length / part.length),
  )
  const long = [(length: number) => `https://a.b/${')'.repeat(length)}`, (length: number) => `a${'.'.repeat(length)}a`]
  for (const textOf of [...repeated, ...long]) {
    await assertLinearTime(
      25_000,
      (length) => {
        const text = textOf(length)
        return () => findAddresses(text)
      },
      textOf(20),
    )
  }
})
