import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from 'pg'
import { DIALECTS, migratedDatabaseUrl } from '../../../test/support/database.ts'
import { migrateDatabase } from '../migrate.ts'
import { newClient } from './new-client.ts'
import { isInTransactionPooling } from './transaction-pooling.ts'

const ON_POSTGRES = { skip: !DIALECTS.includes('postgres') }

/**
 * A pooler is recognised by the process id that it sends when a connection begins. `test:pooler` does the same with
 * PgBouncer.
 */
test(
  'only a pooler that runs the statements of a client on different connections is one in transaction mode',
  ON_POSTGRES,
  async (t) => {
    const url = await migratedDatabaseUrl(t, 'postgres')
    const client = await newClient({ connectionString: url })
    await client.connect()
    const withAnnounced = (processID: number, query: unknown = client.query.bind(client)) =>
      isInTransactionPooling({ processID, query } as unknown as Client, url)
    assert.equal(await isInTransactionPooling(client, url), false, 'no pooler')
    assert.equal(await withAnnounced(0), false, 'a pooler in session mode')
    let id = 1
    assert.equal(await withAnnounced(0, async () => ({ rows: [{ id: id++ }] })), true)
    await client.end()
  },
)

test('two addresses of different databases are refused before anything is changed', ON_POSTGRES, async (t) => {
  const [url, directUrl] = [await migratedDatabaseUrl(t, 'postgres'), await migratedDatabaseUrl(t, 'postgres')]
  const location = { dialect: 'postgres', url, directUrl } as const
  const next = { name: '9999-next', sql: async () => 'create table next (x integer);' }
  const migrations = { migrations: [next] }
  await assert.rejects(migrateDatabase(location, migrations), /lead to different databases/)
  assert.deepEqual(await migrateDatabase({ ...location, directUrl: url }), { applied: [], backup: undefined })
  const away = { ...location, url: 'postgres://postgres@127.0.0.1:1/dogear' }
  await assert.rejects(
    migrateDatabase(away),
    /PostgreSQL at 127\.0\.0\.1:1 refuses connections: .*correct DATABASE_URL/,
  )
})
