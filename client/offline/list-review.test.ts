import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReviewAhead } from '../../src/annotations/review/list-review-ahead.ts'
import type { ReviewDecision } from '../../src/annotations/review/review-rule.ts'
import type { EntryAnnotation } from '../../src/entries/entry.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { apply, type Library } from './library.ts'
import { reviewLister, upcomingHighlights } from './list-review.ts'

const due = (...ids: readonly number[]) => ids.map((id) => ({ id, box: id === 1 ? 2 : null }))
const AHEAD: ReviewAhead = {
  day: '2026-06-15',
  done: 7,
  hasHighlights: true,
  left: 0,
  days: [
    { day: '2026-06-15', highlights: due(1) },
    { day: '2026-06-16', highlights: due(1, 2, 3) },
    { day: '2026-06-17', highlights: due(1, 2, 3, 4) },
  ],
  nextDay: '2026-07-01',
}

/** @returns a library with one entry that has the highlights 1 to 4 */
function aLibrary(): Library {
  const annotations = [1, 2, 3, 4].map((id) => ({ id, quote: `Quote ${id}`, text: '' }) as EntryAnnotation)
  return {
    settings: { preferences: { timeZone: 'Europe/Berlin' }, actionMarkAsRead: 1 },
    entries: new Map([
      [9, { entry: { id: 9, title: 'Sea', url: 'https://example.org/', publishedBy: null }, tags: [], annotations }],
    ]),
    review: AHEAD,
    reviewed: new Map(),
  } as unknown as Library
}

const decide = (library: Library, id: number, decision: ReviewDecision, at: string) =>
  apply(library, { operation: { type: 'annotations', action: 'review', id, decision }, at })

async function listOf(library: Library, at: string) {
  const { highlights, done, nextDay } = await reviewLister(library)(1 as UserId, {
    at: new Date(at),
    timeZone: 'Europe/Berlin',
  })
  return { ids: highlights.map(({ id }) => id), done, nextDay }
}

test('the days that the server has listed are shown in turn, without a network', async () => {
  const library = aLibrary()
  assert.deepEqual(await listOf(library, '2026-06-15T12:00:00Z'), { ids: [1], done: 7, nextDay: '2026-06-16' })
  assert.deepEqual((await listOf(library, '2026-06-15T22:30:00Z')).ids, [1, 2, 3], 'it is past midnight in Berlin')
  assert.deepEqual(await listOf(library, '2026-06-20T12:00:00Z'), { ids: [1, 2, 3, 4], done: 0, nextDay: '2026-07-01' })
})

test('the highlights that come next are those of the next day that has some', () => {
  const library = aLibrary()
  const next = (at: string) =>
    upcomingHighlights(library, { at: new Date(at), timeZone: 'Europe/Berlin' }).map(({ id }) => id)
  assert.deepEqual(next('2026-06-15T12:00:00Z'), [1, 2, 3])
  decide(library, 1, 'keep', '2026-06-15T12:00:00Z')
  assert.deepEqual(next('2026-06-15T12:00:00Z'), [2, 3])
  assert.deepEqual(next('2026-06-17T12:00:00Z'), [])
})

test('a decision counts for its day, and decides when the highlight returns', async () => {
  const library = aLibrary()
  decide(library, 1, 'keep', '2026-06-15T12:00:00Z')
  assert.equal(library.reviewed.get(1)?.dueOn, '2026-06-23', 'eight days, from box 2 to box 3')
  assert.deepEqual((await listOf(library, '2026-06-15T12:00:00Z')).ids, [])
  assert.equal((await listOf(library, '2026-06-15T12:00:00Z')).done, 8)
  assert.deepEqual((await listOf(library, '2026-06-16T12:00:00Z')).ids, [2, 3])
  decide(library, 2, 'later', '2026-06-16T12:00:00Z')
  decide(library, 3, 'forget', '2026-06-16T12:01:00Z')
  assert.deepEqual(await listOf(library, '2026-06-16T12:00:00Z'), { ids: [], done: 2, nextDay: '2026-06-17' })
  assert.deepEqual((await listOf(library, '2026-06-17T12:00:00Z')).ids, [2, 4])
})
