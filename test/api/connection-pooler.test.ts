import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPostgres } from '../../src/db/open-database.ts'
import type { PostgresDatabase } from '../../src/db/postgres/postgres.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'

/** Everything that a connection keeps between transactions, and that a pooler would hand to another client. */
const KEPT_STATE = `
  select 'named statement: ' || statement as kept from pg_prepared_statements
  union all select 'lock: ' || mode from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
  union all select 'setting: ' || name || ', ' || source from pg_settings where source in ('client', 'session')
  union all select 'listens: ' || channel from pg_listening_channels() as channel
  union all select 'cursor: ' || name from pg_cursors where is_holdable`
/** Settings that poolers accept when a connection begins, and keep for each client. */
const ACCEPTED = ['setting: application_name, client', 'setting: client_encoding, client']

const CONNECTIONS = 2

test(
  'through a pooler, no connection keeps state between transactions',
  { skip: !DIALECTS.includes('postgres') },
  async (t) => {
    const url = await migratedDatabaseUrl(t, 'postgres', 'users')
    const environment = {
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: url,
      DOGEAR_DATABASE_POOL: String(CONNECTIONS),
      DOGEAR_RATE_LIMITS: 'on',
    }
    const app = await testApp(t, 'postgres', { environment })
    const { database } = app.services
    assert.ok(isPostgres(database))

    const { id } = await app.save(app.alice, `${app.site.url}/kept`, {
      title: 'Kept',
      content: '<p>Words to find.</p>',
    })
    const patch = { method: 'PATCH', url: `/api/entries/${id}.json`, payload: { archive: 1, tags: 'one,two' } } as const
    const requests = [
      patch,
      { url: '/api/entries.json?perPage=30&tags=one' },
      { url: '/api/search?term=words' },
      { url: '/api/tags.json' },
      { url: '/api/entries/exists.json?url=https://example.org/other' },
      {
        method: 'POST',
        url: `/api/annotations/${id}.json`,
        payload: { text: 'n', quote: 'Words', ranges: [] },
      } as const,
      { method: 'DELETE', url: `/api/entries/${id}.json` } as const,
    ]
    for (const request of requests) {
      const { statusCode, body } = await app.ask(app.alice, request)
      assert.ok(statusCode < 500, body)
    }
    const limits = { grant_type: 'password', username: 'alice', password: 'wrong', client_id: app.client.id }
    const refused = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload: limits })
    assert.ok(refused.statusCode >= 400 && refused.statusCode < 500)

    for (const kept of await readKeptState(database)) assert.deepEqual(kept, ACCEPTED)
    const limit = "select current_setting('statement_timeout') as limit"
    const [row] = await database.transaction(async (tx) => {
      const { rows } = await tx.executeQuery<{ limit: string }>({ sql: limit, parameters: [] } as never)
      return rows
    })
    assert.equal(row!.limit, '7500ms', 'transactions have a time limit of their own')
  },
)

/** @returns the state that each connection of the pool keeps */
async function readKeptState({ pool }: PostgresDatabase): Promise<readonly (readonly string[])[]> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  const read = clients.map(async (client) => {
    const { rows } = await client.query<{ kept: string }>(KEPT_STATE)
    return rows.map(({ kept }) => kept).toSorted()
  })
  return Promise.all(read).finally(() => clients.forEach((client) => client.release()))
}
