import assert from 'node:assert/strict'
import { test } from 'node:test'
import { threadMillisecondsSince } from '../../test/support/thread-time.ts'
import { containsSequence } from './contains-sequence.ts'

const TOKENS = Array.from({ length: 3000 }, (_, index) => `${'abcdefg'[index % 7]}${index % 13}`)

test('sequences are found alike in short and in long texts', () => {
  const short = TOKENS.slice(0, 90)
  const cases: (readonly [readonly string[], boolean])[] = []
  for (let start = 0; start < 60; start += 7) {
    for (const length of [1, 2, 4]) {
      const sequence = TOKENS.slice(start, start + length)
      const cut = [...sequence.slice(0, -1), sequence.at(-1)!.slice(0, 1)]
      cases.push([sequence, false], [sequence, true], [cut, false], [cut, true], [[...sequence, 'zz'], true])
      cases.push([sequence.toReversed(), false], [['zz', ...sequence], true])
    }
  }
  // The long text repeats the short one. Except where two repetitions meet, both contain the same sequences of up to
  // five tokens.
  const long = Array.from({ length: 40 }, () => [...short, '-', '-', '-', '-', '-']).flat()
  for (const [sequence, isPrefix] of cases) {
    const expected = containsSequence(short, sequence, isPrefix)
    assert.equal(containsSequence(long, sequence, isPrefix), expected, `${sequence.join(' ')} ${isPrefix}`)
  }
  assert.ok(cases.some(([sequence, isPrefix]) => containsSequence(long, sequence, isPrefix)))
  assert.ok(cases.some(([sequence, isPrefix]) => !containsSequence(long, sequence, isPrefix)))
})

test('13,000 sequences are searched in a text of 50,000 words within a second', () => {
  const text = Array.from({ length: 50_000 }, (_, index) => `w${(index * 7919) % 9973}`)
  const before = process.threadCpuUsage()
  for (let index = 0; index < 13_000; index++) containsSequence(text, [`w${index % 97}`, `x${index}`], index % 2 === 0)
  assert.ok(threadMillisecondsSince(before) < 1000)
})
