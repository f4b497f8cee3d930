import assert from 'node:assert/strict'
import { test } from 'node:test'
import { steps } from './stepper.ts'

test('a measure goes one step down or up, and stops at its limits', () => {
  assert.deepEqual(steps(3, 1, 5), { less: 2, more: 4, isOn: [true, true, true, false, false] })
  assert.deepEqual(steps(1, 1, 3), { less: 1, more: 2, isOn: [true, false, false] })
  assert.deepEqual(steps(5, 1, 5).more, 5)
})
