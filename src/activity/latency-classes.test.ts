import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCounts, latencyClass, percentile } from './latency-classes.ts'

function countsOf(durations: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const ms of durations) counts[latencyClass(ms)] = (counts[latencyClass(ms)] ?? 0) + 1
  return counts
}

test('a percentile is never shorter than the exact one, and at most a fifth longer', () => {
  const durations = Array.from({ length: 1000 }, (_, index) => 1.5 + index * 3.7)
  for (const share of [0.01, 0.5, 0.95, 1]) {
    const exact = durations[Math.ceil(share * durations.length) - 1]!
    const ratio = percentile(countsOf(durations), share)! / exact
    assert.ok(ratio >= 1 && ratio < 1.2, `${share}: ${ratio}`)
  }
})

test('the counts of several processes are added, and extreme durations have a class', () => {
  const sum = addCounts([countsOf([10, 10, 10]), countsOf([10, 500])])
  assert.deepEqual(Object.values(sum), [4, 1])
  assert.equal(Math.round(percentile(sum, 0.5)!), 11)
  assert.equal(percentile({}, 0.5), undefined)
  assert.equal(percentile(countsOf([0]), 0.5), 1)
  assert.equal(percentile(countsOf([1e9]), 0.5), 65_536)
})
