import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { hashRaw } from '../../src/entries/saving/address-hashes.ts'
import { isPostgres } from '../../src/db/open-database.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const HASHES = Array.from({ length: 100 }, (_, i) => Buffer.from(hashRaw(`https://example.org/${i}`)).toString('hex'))

for (const dialect of DIALECTS) {
  test(`${dialect}: a hundred hashes are looked up by one statement, each by the key`, async (t) => {
    const app = await testApp(t, dialect)
    await fill(app.database, app.alice.id)
    const query = HASHES.map((hash) => `hashed_urls[]=${hash}`).join('&')
    await app.token(app.alice)
    await app.ask(app.alice, { url: '/api/tags' })
    app.queries.length = 0
    const answer = await app.ask(app.alice, { url: `/api/entries/exists?${query}` })
    assert.equal(Object.values(answer.json<Record<string, boolean>>()).filter(Boolean).length, 100)
    const lookups = app.queries.filter((sql) => sql.includes('entry_address'))
    assert.equal(lookups.length, 1, app.queries.join('\n'))
    const parameters = [app.alice.id, JSON.stringify(HASHES)] as const
    const prefix = dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const rows = await app.services.database.prepare<object>(`${prefix} ${lookups[0]}`).all(...parameters)
    const plan = rows.map((row) => JSON.stringify(row)).join('\n')
    const byKey =
      dialect === 'sqlite'
        ? /SEARCH entry_address USING PRIMARY KEY \(user_id=\? AND hash=\?\)/
        : /Index (?:Only )?Scan using entry_address_pkey[\s\S]*Index Cond: \(\(user_id = [\s\S]*hash = /
    assert.match(plan, byKey)
    assert.doesNotMatch(plan, /Seq Scan on entry_address|SCAN entry_address/)
  })
}

/** Adds so many rows that a full scan would cost more than using the index. SQLite plans without counting rows. */
async function fill(database: Database, owner: number): Promise<void> {
  const count = isPostgres(database) ? 4000 : 500
  const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
  for (let first = 1; first <= count; first += 500) {
    await database.transaction(async (tx) => {
      const rows = Array.from({ length: 500 }, (_, i) => {
        const id = first + i
        return { id, user_id: owner, url: `https://example.org/${id - 1}`, revision: 0, ...times }
      })
      await tx.insertInto('entry').values(rows).execute()
      const addresses = rows.map(({ id, url }) => ({
        user_id: owner,
        hash: hashRaw(url),
        entry_id: id,
      }))
      await tx.insertInto('entry_address').values(addresses).execute()
    })
  }
  if (isPostgres(database)) await database.pool.query('analyze entry_address')
}
