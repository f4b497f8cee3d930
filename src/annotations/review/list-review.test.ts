import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../test/support/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { reviewLister } from './list-review.ts'

test('what the review says about all highlights is found by indexes, without reading all of them', async (t) => {
  const { database, queries } = await testDatabase(t, 'sqlite')
  await reviewLister(database)(1 as UserId, { at: new Date(), timeZone: 'Europe/Berlin' })
  const about = queries.filter((one) => one.includes('as next_day'))
  assert.equal(about.length, 1)
  const parameters = [1, '2026-04-01', '2026-03-31T22:00:00.000Z']
  const rows = await database.prepare<{ detail: string }>(`explain query plan ${about[0]}`).all(...parameters)
  const reads = rows.map(({ detail }) => detail).filter((one) => one.includes(' annotation'))
  assert.deepEqual(reads, [
    'SEARCH annotation USING COVERING INDEX annotation_reviewed (user_id=? AND reviewed_on=?)',
    'SEARCH annotation USING INDEX annotation_in_review (user_id=?)',
    'SEARCH annotation USING INDEX annotation_in_review (user_id=? AND review_due_on=? AND created_at>?)',
    'SEARCH annotation USING INDEX annotation_in_review (user_id=? AND review_due_on>?)',
  ])
})
