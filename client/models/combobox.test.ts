import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comboboxStep } from './combobox.ts'

const walk = (key: string) => [-1, 0, 1].map((active) => comboboxStep(key, 2, active))

test('arrows go around through the field itself', () => {
  assert.deepEqual(walk('ArrowDown'), [
    { kind: 'move', to: 0 },
    { kind: 'move', to: 1 },
    { kind: 'move', to: -1 },
  ])
  assert.deepEqual(walk('ArrowUp'), [
    { kind: 'move', to: 1 },
    { kind: 'move', to: -1 },
    { kind: 'move', to: 0 },
  ])
})

test('Enter and Tab choose the active option, and keep their usual effect without one', () => {
  for (const key of ['Enter', 'Tab']) {
    assert.deepEqual(comboboxStep(key, 2, 1), { kind: 'choose' })
    assert.equal(comboboxStep(key, 2, -1), undefined)
  }
  assert.deepEqual(comboboxStep('Escape', 2, -1), { kind: 'close' })
  assert.equal(comboboxStep('a', 2, 0), undefined)
})
