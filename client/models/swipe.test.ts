import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAtEdge, isFarEnough, swipeSide, swipeDirection } from './swipe.ts'

test('the outermost 24 pixels on both sides are left to the browser', () => {
  assert.deepEqual(
    [0, 23, 24, 195, 366, 367, 390].map((x) => isAtEdge(x, 390)),
    [true, true, false, false, false, true, true],
  )
})

test('small movements of a finger do not decide the direction yet', () => {
  assert.equal(swipeDirection(0, 0), 'open')
  assert.equal(swipeDirection(-9, 9), 'open')
})

test('a finger that goes more sideways than up or down swipes, to either side', () => {
  assert.equal(swipeDirection(12, 4), 'across')
  assert.equal(swipeDirection(-40, -39), 'across')
})

test('scrolling wins as soon as the finger goes as far up or down as sideways', () => {
  assert.equal(swipeDirection(3, 10), 'along')
  assert.equal(swipeDirection(-30, 30), 'along')
  assert.equal(swipeDirection(0, -200), 'along')
})

test('where lines run from right to left the sides are mirrored', () => {
  assert.deepEqual([swipeSide(-50, false), swipeSide(50, false)], ['start', 'end'])
  assert.deepEqual([swipeSide(-50, true), swipeSide(50, true)], ['end', 'start'])
})

test('a swipe counts behind a third of the width of the card, and not on it', () => {
  assert.equal(isFarEnough(100, 300), false)
  assert.equal(isFarEnough(101, 300), true)
  assert.equal(isFarEnough(-101, 300), true)
  assert.equal(isFarEnough(5, 0), false)
})
