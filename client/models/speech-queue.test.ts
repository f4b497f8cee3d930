import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { SpeechQueue } from './speech-queue.ts'

function start(t: TestContext, count = 3) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const log: string[] = []
  const engine = { isBusy: true, done: (_error?: string): void => undefined }
  const queue = new SpeechQueue(
    count,
    {
      speak: (index, done) => {
        log.push(`speak ${index}`)
        engine.done = done
      },
      cancel: () => undefined,
      isBusy: () => engine.isBusy,
      limitOf: () => 5000,
    },
    { changed: (state, index) => log.push(`${state} ${index}`) },
  )
  return { queue, engine, log, take: () => log.splice(0) }
}

/** Lets time pass in steps, because the stopped clock does not run timers that a timer of the same step has set. */
function pass(t: TestContext, milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 500) t.mock.timers.tick(500)
}

test('chunks are spoken one after another until the end', (t) => {
  const { queue, engine, take } = start(t, 2)
  queue.play()
  engine.done()
  engine.done()
  assert.deepEqual(take(), ['playing 0', 'speak 0', 'playing 1', 'speak 1', 'ended 2'])
})

test('a pause cancels the chunk, ignores what the engine then reports, and later speaks it again', (t) => {
  const { queue, engine, take } = start(t)
  queue.play(1)
  const { done } = engine
  queue.pause()
  done('interrupted')
  done()
  queue.play()
  done('interrupted')
  assert.deepEqual(take(), ['playing 1', 'speak 1', 'paused 1', 'playing 1', 'speak 1'])
})

test('an engine that never reports the end is followed: when it is silent, and when a chunk takes too long', (t) => {
  const { queue, engine, take } = start(t)
  queue.play()
  pass(t, 1500)
  assert.deepEqual(take(), ['playing 0', 'speak 0'])
  engine.isBusy = false
  pass(t, 500)
  assert.deepEqual(take(), ['playing 1', 'speak 1'])
  engine.isBusy = true
  pass(t, 4500)
  assert.deepEqual(take(), [])
  pass(t, 500)
  assert.deepEqual(take(), ['playing 2', 'speak 2'])
})

test('a failure stops, and skipping stays inside the text and keeps the pause', (t) => {
  const { queue, engine, take } = start(t)
  queue.play()
  engine.done('not-allowed')
  assert.deepEqual(take(), ['playing 0', 'speak 0', 'failed 0'])
  queue.pause()
  queue.skip(9)
  queue.skip(-9)
  assert.deepEqual(take(), ['paused 0', 'paused 2', 'paused 0'])
})
