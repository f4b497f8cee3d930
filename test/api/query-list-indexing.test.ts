import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'
import { advanceRevision } from '../../src/users/revision.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { insertEntries } from '../support/insert-entries.ts'

/** More entries than a search indexes before it runs. */
const ENTRIES = 250

for (const dialect of DIALECTS) {
  test(`${dialect}: a list by query that was requested before its entries were indexed is complete afterwards`, async (t) => {
    const { ask, alice, services } = await testApp(t, dialect)
    const { database, searchIndex } = services
    const revision = await ownerTransaction(database, alice.id, (tx) => advanceRevision(tx, alice.id))
    await insertEntries(database, alice.id, ENTRIES, { title: 'heron', revision })
    const list = async () => {
      const answer = await ask(alice, { method: 'GET', url: '/api/entries?q=heron' })
      assert.equal(answer.statusCode, 200, answer.body)
      const waiting = Number(answer.headers['x-entries-not-indexed'] ?? 0)
      return { waiting, total: answer.json<{ total: number }>().total }
    }
    assert.deepEqual(await list(), { waiting: ENTRIES, total: 0 })
    while (!(await searchIndex.catchUp(alice.id, 30_000)));
    let found = await list()
    while (found.waiting > 0) {
      await setTimeout(50)
      found = await list()
    }
    assert.equal(found.total, ENTRIES)
  })
}
