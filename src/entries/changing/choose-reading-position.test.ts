import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseReadingPosition, type StoredReading } from './choose-reading-position.ts'

const position = (share: number, at: string) => ({ block: Math.round(share * 100), share, at })
const stored = (share: number, at: string, startedAt: string | null = null): StoredReading => ({
  ...position(share, at),
  startedAt,
})

test('the first position is stored', () => {
  assert.deepEqual(chooseReadingPosition(undefined, position(0.3, '2'), 'furthest'), stored(0.3, '2'))
})

test('the furthest position of a reading stays, and its time moves', () => {
  assert.deepEqual(chooseReadingPosition(stored(0.3, '2'), position(0.4, '3'), 'furthest'), stored(0.4, '3'))
  assert.deepEqual(chooseReadingPosition(stored(0.3, '2'), position(0.25, '3'), 'furthest'), stored(0.3, '3'))
})

test('a later position far before starts a new reading', () => {
  assert.deepEqual(chooseReadingPosition(stored(0.9, '2'), position(0.1, '3'), 'furthest'), stored(0.1, '3', '3'))
})

test('an earlier position counts within the current reading only', () => {
  assert.deepEqual(chooseReadingPosition(stored(0.3, '5'), position(0.38, '4'), 'furthest'), stored(0.38, '5'))
  assert.equal(chooseReadingPosition(stored(0.3, '5'), position(0.2, '4'), 'furthest'), undefined)
  assert.equal(
    chooseReadingPosition(stored(0.3, '5'), position(0.8, '4'), 'furthest'),
    undefined,
    'the stored one is anew',
  )
  assert.equal(chooseReadingPosition(stored(0.3, '5', '4'), position(0.35, '3'), 'furthest'), undefined)
})

test('of two positions on one device the latest stays', () => {
  assert.deepEqual(chooseReadingPosition(stored(0.3, '2'), position(0.25, '3'), 'latest'), stored(0.25, '3'))
  assert.equal(chooseReadingPosition(stored(0.3, '2'), position(0.9, '1'), 'latest'), undefined)
  assert.deepEqual(chooseReadingPosition(stored(0.9, '2', '1'), position(0.1, '3'), 'latest'), stored(0.1, '3', '3'))
})

test('two positions give the same reading in either order', () => {
  for (const [one, other] of [
    [0.3, 0.38],
    [0.3, 0.25],
    [0.8, 0.1],
    [0.1, 0.8],
  ] as const) {
    const [earlier, later] = [position(one, '1'), position(other, '2')]
    const inOrder = chooseReadingPosition({ ...earlier, startedAt: null }, later, 'furthest')
    const turned = chooseReadingPosition({ ...later, startedAt: null }, earlier, 'furthest') ?? later
    assert.equal(turned.share, inOrder!.share, `${one} then ${other}`)
  }
})
