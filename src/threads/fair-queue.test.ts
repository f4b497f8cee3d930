import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

test('an owner with many tasks does not delay the only task of another by more than one', () => {
  const queue = createFairQueue<string>()
  for (let i = 0; i < 50; i++) queue.add('many', `many ${i}`)
  queue.add('one', 'one')
  assert.deepEqual([queue.take(), queue.take(), queue.take()], ['many 0', 'one', 'many 1'])
})

test('tasks of one owner keep their order, and a returning owner takes turns again', () => {
  const queue = createFairQueue<number>()
  queue.add('a', 1)
  queue.add('b', 2)
  assert.equal(queue.take(), 1)
  queue.add('a', 3)
  assert.deepEqual([queue.size(), queue.take(), queue.take(), queue.take()], [2, 2, 3, undefined])
})

test('all waiting tasks can be taken at once', () => {
  const queue = createFairQueue<number>()
  queue.add('a', 1)
  queue.add('b', 2)
  assert.deepEqual([queue.takeAll(), queue.size(), queue.take()], [[1, 2], 0, undefined])
})
