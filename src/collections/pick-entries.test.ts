import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../test/support/app.ts'
import { DIALECTS } from '../../test/support/database.ts'
import { insertEntries } from '../../test/support/insert-entries.ts'
import { queryPlans } from '../../test/support/query-plans.ts'
import type { CollectionId } from '../kernel/branded-ids.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'
import { pickEntries } from './pick-entries.ts'

const NOW = '2026-01-01T00:00:00.000Z'

for (const dialect of DIALECTS) {
  test(`${dialect}: a thousand entries of a large library are collected at once`, async (t) => {
    const app = await testApp(t, dialect)
    const { database, alice } = app
    const owner = alice.id
    const ids = await insertEntries(database, owner, 2000)
    const answer = await app.ask(alice, { method: 'POST', url: '/api/collections', payload: { name: 'Large' } })
    const collection = answer.json<{ id: CollectionId }>().id
    const picked = ids.slice(-1000).toReversed()
    const pick = async (tx: OwnerTx) => (await pickEntries({ tx, dialect, owner, collection, now: NOW }, picked)).length
    await ownerTransaction(database, owner, async (tx) => {
      if (dialect === 'postgres') return assert.equal(await pick(tx), 1000)
      const plans = await queryPlans(tx, async (watched) => assert.equal(await pick(watched), 1000))
      // Each entry of the list is looked up by its id. SQLite could also read all entries, and for each of them the list.
      assert.match(plans, /SCAN given VIRTUAL TABLE[^\n]*\nSEARCH entry USING [^\n]*\(user_id=\? AND id=\?/)
    })
  })
}
