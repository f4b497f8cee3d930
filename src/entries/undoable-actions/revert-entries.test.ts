import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../../test/support/app.ts'
import { DIALECTS } from '../../../test/support/database.ts'
import { insertEntries } from '../../../test/support/insert-entries.ts'
import { queryPlans } from '../../../test/support/query-plans.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { performAction, batchSize } from './perform-action.ts'
import { revertEntries } from './revert-entries.ts'

const NOW = '2026-01-01T00:00:00.000Z'

for (const dialect of DIALECTS) {
  test(`${dialect}: reverting an action does not compare its entries with all others`, async (t) => {
    const { database, alice, clock } = await testApp(t, dialect)
    const owner = alice.id
    await insertEntries(database, owner, 1000)
    const some = await insertEntries(database, owner, 500, { is_starred: 1, starred_at: NOW })
    const jobs = { enqueue: () => assert.fail('no job is needed') } as never
    const { id, entries } = await performAction({ database, clock, jobs }, owner, some, { kind: 'unstar' })
    assert.equal(entries, 500)
    const revert = (tx: OwnerTx) =>
      revertEntries({ tx, dialect, owner, actionId: id!, now: NOW, setAt: NOW }, some, { kind: 'unstar' })
    await ownerTransaction(database, owner, async (tx) => {
      if (dialect === 'postgres') return assert.equal(await revert(tx), 500)
      const plans = await queryPlans(tx, async (watched) => assert.equal(await revert(watched), 500))
      // Each recorded entry is looked up by its id. SQLite could also read all entries of the owner, and for each of them
      // the whole list.
      assert.match(plans, /SCAN json_each VIRTUAL TABLE[^\n]*\nSEARCH entry USING INTEGER PRIMARY KEY/)
    })
  })
}

test('an action with many tags changes fewer entries at a time', () => {
  assert.deepEqual([{}, { labels: ['a'] }, { labels: ['a', 'b'] }].map(batchSize), [500, 500, 250])
  assert.equal(batchSize({ labels: Array.from({ length: 100 }, String) }), 25)
})
