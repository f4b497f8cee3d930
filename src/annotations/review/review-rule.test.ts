import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysAfter, MAX_BOX, stateAfter, type ReviewState } from './review-rule.ts'

const NEW: ReviewState = { box: null, dueOn: null, reviewedOn: null, leftAt: null }
const now = '2026-03-30T08:00:00.000Z'

test('a highlight that is kept whenever it is due returns after intervals that double, up to 512 days', () => {
  let state = NEW
  let day = '2026-03-30'
  const intervals: number[] = []
  for (let time = 0; time < MAX_BOX + 2; time++) {
    state = stateAfter(state, 'keep', { day, now })
    intervals.push((Date.parse(state.dueOn!) - Date.parse(day)) / 86_400_000)
    day = state.dueOn!
  }
  assert.deepEqual(intervals, [2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 512])
})

test('a highlight that is put off returns tomorrow, and stays in its box', () => {
  const kept = stateAfter(NEW, 'keep', { day: '2026-03-30', now })
  const later = stateAfter(kept, 'later', { day: '2026-12-31', now })
  assert.deepEqual(later, { box: 1, dueOn: '2027-01-01', reviewedOn: '2026-12-31', leftAt: null })
  assert.equal(stateAfter(later, 'keep', { day: '2027-01-01', now }).dueOn, '2027-01-05')
})

test('a highlight that the user no longer wants to review is never due', () => {
  const left = stateAfter(NEW, 'forget', { day: '2026-03-30', now })
  assert.deepEqual(left, { box: null, dueOn: null, reviewedOn: '2026-03-30', leftAt: now })
})

test('days are counted across the end of a month and the change of the clocks', () => {
  assert.equal(daysAfter('2028-02-28', 1), '2028-02-29')
  assert.equal(daysAfter('2026-03-28', 2), '2026-03-30')
})
