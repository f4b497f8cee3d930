import assert from 'node:assert/strict'
import { test } from 'node:test'
import { positionBeside } from './toolbar-position.ts'

const window = { width: 400, height: 800 }
const bar = { width: 100, height: 40 }

test('a bar is placed above the middle of the selection', () => {
  assert.deepEqual(positionBeside({ top: 300, bottom: 320, left: 100, right: 300 }, bar, window), {
    top: 252,
    left: 150,
  })
})

test('it is placed below if there is no room above or if requested', () => {
  const box = { top: 20, bottom: 40, left: 100, right: 300 }
  assert.equal(positionBeside(box, bar, window).top, 48)
  assert.equal(positionBeside({ ...box, top: 300, bottom: 320 }, bar, window, true).top, 328)
  assert.equal(positionBeside({ ...box, top: 760, bottom: 790 }, bar, window, true).top, 712)
})

test('it never leaves the window', () => {
  assert.equal(positionBeside({ top: 300, bottom: 320, left: 0, right: 10 }, bar, window).left, 8)
  assert.equal(positionBeside({ top: 300, bottom: 320, left: 390, right: 400 }, bar, window).left, 292)
  assert.equal(positionBeside({ top: -900, bottom: 3000, left: 0, right: 400 }, bar, window).top, 752)
})
