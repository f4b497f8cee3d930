import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { KeyedMutex } from './keyed-mutex.ts'

test('work with the same key runs in order, and work with another key runs in parallel', async () => {
  const mutex = new KeyedMutex<string>(1000)
  const events: string[] = []
  const work = (name: string, ms: number) => async () => {
    events.push(`${name} begins`)
    await pause(ms)
    events.push(`${name} ends`)
  }
  await Promise.all([mutex.run('a', work('a1', 30)), mutex.run('a', work('a2', 1)), mutex.run('b', work('b1', 1))])
  assert.deepEqual(events, ['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends'])
})

test('work that fails lets the next one begin', async () => {
  const mutex = new KeyedMutex<string>(1000)
  const failed = mutex.run('a', () => Promise.reject(new Error('broken')))
  const next = mutex.run('a', () => Promise.resolve('done'))
  await assert.rejects(failed, /broken/)
  assert.equal(await next, 'done')
})

test('a wait that takes too long is refused, and the others keep their order', async () => {
  const mutex = new KeyedMutex<string>(20)
  const first = mutex.run('a', () => pause(60, 'first'))
  const second = mutex.run('a', () => Promise.reject(new Error('must not run')))
  await assert.rejects(second, { code: 'unavailable' })
  await pause(25)
  const third = mutex.run('a', () => Promise.resolve('third'))
  assert.equal(await first, 'first')
  assert.equal(await third, 'third')
})
