import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../test/support/app.ts'
import { DIALECTS } from '../../test/support/database.ts'
import { threadMillisecondsSince } from '../../test/support/thread-time.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { findOrCreateTags } from './tag.repository.ts'

const slugOf = (number: number): string => (number === 0 ? 't:c' : `t:c-${number}`)

for (const dialect of DIALECTS) {
  test(`${dialect}: new tags cost the same in a large library, also those with similar slugs`, async (t) => {
    const { database, alice } = await testApp(t, dialect)
    const [owner, known] = [alice.id, 60_000]
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
    const before = process.threadCpuUsage()
    const plain = await create(Array.from({ length: 100 }, (_, i) => `d${i}`))
    const similar = await create(Array.from({ length: 20 }, (_, i) => `c${'#'.repeat(i)}`))
    const took = threadMillisecondsSince(before)
    assert.ok(took < 300, `${took} ms`)
    assert.deepEqual([plain.at(-1)!.slug, similar.at(-1)!.slug], ['t:d99', `t:c-${known + 19}`])
  })
}
