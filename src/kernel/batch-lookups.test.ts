import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchLookups } from './batch-lookups.ts'
import { AppError } from './errors.ts'

function recorder() {
  const batches: { keys: readonly string[]; answer: (failure?: Error) => void }[] = []
  const find = batchLookups<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const answer = (failure?: Error) =>
          failure ? reject(failure) : resolve(new Map(keys.map((key) => [key, `${key}!`])))
        batches.push({ keys, answer })
      }),
  )
  return { batches, find }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a lookup starts at once if none is running', async () => {
  const { batches, find } = recorder()
  const found = find('a')
  assert.deepEqual(batches[0]!.keys, ['a'])
  batches[0]!.answer()
  assert.equal(await found, 'a!')
})

test('keys that arrive during a lookup share the next one, each once', async () => {
  const { batches, find } = recorder()
  const first = find('a')
  const later = [find('a'), find('b'), find('b')]
  await turn()
  assert.equal(batches.length, 1)
  batches[0]!.answer()
  assert.equal(await first, 'a!')
  await turn()
  assert.deepEqual(batches[1]!.keys, ['a', 'b'])
  batches[1]!.answer()
  assert.deepEqual(await Promise.all(later), ['a!', 'b!', 'b!'])
})

test('a failure is that of its batch alone', async () => {
  const { batches, find } = recorder()
  const first = find('a')
  const second = find('b')
  batches[0]!.answer(new Error('lost'))
  await assert.rejects(first, /lost/)
  await turn()
  batches[1]!.answer()
  assert.equal(await second, 'b!')
  const third = find('c')
  assert.deepEqual(batches[2]!.keys, ['c'])
  batches[2]!.answer()
  assert.equal(await third, 'c!')
})

test('keys that waited for a batch fail with it if the service is unavailable, and later ones are looked up', async () => {
  const { batches, find } = recorder()
  const all = [find('a'), find('b'), find('c')]
  batches[0]!.answer(new AppError('unavailable', 'silent'))
  for (const one of all) await assert.rejects(one, /silent/)
  assert.equal(batches.length, 1)
  const later = find('d')
  batches[1]!.answer()
  assert.equal(await later, 'd!')
})
