import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Packing } from './packing.ts'

const soon = () => performance.now() + 20
const late = () => performance.now() + 10_000

test('nobody waits longer than he said, and the work goes on', async () => {
  const works: { readonly owner: number; readonly end: PromiseWithResolvers<void> }[] = []
  const packing = new Packing((owner) => {
    const end = Promise.withResolvers<void>()
    works.push({ owner, end })
    return end.promise
  })
  const owners = () => works.map(({ owner }) => owner)
  await packing.pack(1, soon())
  await packing.pack(1, soon())
  await packing.pack(2, soon())
  await packing.pack(3, soon())
  assert.deepEqual(owners(), [1, 2])

  const third = packing.pack(3, late())
  works[0]!.end.resolve()
  await third
  const again = packing.pack(3, late())
  assert.deepEqual(owners(), [1, 2, 3])
  works[2]!.end.reject(new Error('no room'))
  await assert.rejects(again, /no room/)

  let hasEnded = false
  const ended = packing.ended().then(() => (hasEnded = true))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(hasEnded, false)
  works[1]!.end.reject(new Error('nobody hears this'))
  await ended
})
