import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../test/support/app.ts'
import { DIALECTS } from '../../test/support/database.ts'
import { TurnCounter } from '../../test/support/turn-counter.ts'
import { rawSql } from '../db/raw-sql.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { findOrCreateTags } from './tag.repository.ts'

const slugOf = (number: number): string => (number === 0 ? 't:c' : `t:c-${number}`)

test('on SQLite, other requests get a turn while many tags are created', async (t) => {
  const { database, alice } = await testApp(t, 'sqlite')
  const labels = Array.from({ length: 500 }, (_, number) => `e${number}`)
  const turns = new TurnCounter()
  await ownerTransaction(database, alice.id, (tx) => findOrCreateTags(tx, alice.id, labels))
  turns.stop()
  assert.ok(turns.count >= 20, `${turns.count}`)
})

for (const dialect of DIALECTS) {
  test(`${dialect}: new tags need few statements in a large library, also those with similar slugs`, async (t) => {
    const { database, alice, queries } = await testApp(t, dialect)
    const [owner, known] = [alice.id, 5000]
    const create = (labels: readonly string[]) =>
      ownerTransaction(database, owner, (tx) => findOrCreateTags(tx, owner, labels))
    for (let first = 0; first < known; first += 1000) {
      const rows = Array.from({ length: 1000 }, (_, i) => ({
        user_id: owner,
        label: `c${'+'.repeat(3)}${first + i}`,
        slug: slugOf(first + i),
      }))
      await database.transaction((tx) => tx.insertInto('tag').values(rows).execute())
    }
    queries.length = 0
    const plain = await create(Array.from({ length: 100 }, (_, i) => `d${i}`))
    const statements = queries.length
    const similar = await create(Array.from({ length: 20 }, (_, i) => `c${'#'.repeat(i)}`))
    // A lookup of the slug and an insertion for each tag, and a few statements of the transaction.
    assert.ok(statements > 200 && statements < 210, `${statements}`)
    // The number of lookups grows with the logarithm of the number of similar slugs.
    const ofSimilar = queries.length - statements
    assert.ok(ofSimilar < 20 * (2 * Math.log2(known) + 4), `${ofSimilar}`)
    assert.deepEqual([plain.at(-1)!.slug, similar.at(-1)!.slug], ['t:d99', `t:c-${known + 19}`])
  })
}

test('SQLite looks a slug up by an index', async (t) => {
  const { database, alice } = await testApp(t, 'sqlite')
  await ownerTransaction(database, alice.id, async (tx) => {
    const { sql } = tx.selectFrom('tag').select('id').where('user_id', '=', alice.id).where('slug', '=', 'a').compile()
    const plan = await rawSql<{ detail: string }>(tx, `explain query plan ${sql}`, [alice.id, 'a'])
    assert.match(plan.map(({ detail }) => detail).join('\n'), /^SEARCH tag USING [^\n]* \(user_id=\? AND slug=\?\)$/)
  })
})
