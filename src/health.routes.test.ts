import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeProbe } from './health.routes.ts'

const succeed = (): Promise<void> => Promise.resolve()

test('the database is written to once in three seconds at most, and never twice at the same time', async () => {
  let [time, writes] = [1000, 0]
  let fail: (() => void) | undefined
  let answer = succeed
  const probe = writeProbe({ probeWrite: () => (writes++, answer()) }, () => time)
  assert.deepEqual(await Promise.all([probe(), probe(), probe()]), [undefined, undefined, undefined])
  time += 2999
  assert.equal(await probe(), undefined)
  assert.equal(writes, 1)
  time += 1
  answer = () => new Promise((_resolve, reject) => (fail = () => reject(new Error('disk I/O error'))))
  const slow = probe()
  time += 60_000
  const second = probe()
  assert.equal(writes, 2)
  fail!()
  assert.match((await slow)!, /cannot be written to: .*disk I\/O error/)
  assert.equal(await second, await slow)
  answer = succeed
  assert.equal(await probe(), undefined, 'it recovers by itself')
  assert.equal(writes, 3)
})
