import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp, type TestApp } from '../support/app.ts'
import { insertEntries } from '../support/insert-entries.ts'
import { DIALECTS } from '../support/database.ts'
import { countPauses } from '../support/count-pauses.ts'

const ENTRIES = 1000
const ANNOTATIONS = 20

/**
 * Minimum number of pauses of the service for each response, in which the event loop can serve others. They follow from
 * the sizes of the slices in which the lists are made.
 */
const MIN_PAUSES = {
  '/api/entries?perPage=1000&detail=metadata': 15,
  '/api/entries?perPage=1000': 150,
  '/api/sync?limit=1000': 30,
  '/api/annotations?format=csv': 190,
  '/api/annotations?format=json': 240,
  '/api/annotations?format=zip': 240,
  '/api/annotations?format=csv&order=place': 350,
}

/** Inserts entries with contents, tags and annotations. */
async function fill({ database, alice }: TestApp): Promise<void> {
  const ids = await insertEntries(database, alice.id, ENTRIES, { title: 'A long title with "quotes"', revision: 2 })
  const content = Buffer.from(JSON.stringify(`<p>${'Some words of a text. '.repeat(1000)}</p>`))
  const now = '2026-01-01T00:00:00.000Z'
  const note = { user_id: alice.id, text: 'a note', quote: 'Some words of a text', ranges: '[]', color: 'yellow' }
  for (let start = 0; start < ids.length; start += 50) {
    const piece = ids.slice(start, start + 50)
    await database.transaction(async (tx) => {
      await tx
        .insertInto('entry_content')
        .values(piece.map((id) => ({ user_id: alice.id, entry_id: id, content, extractor_version: 1 })) as never)
        .execute()
      await tx
        .insertInto('annotation')
        .values(
          piece.flatMap((id) =>
            Array.from({ length: ANNOTATIONS }, () => ({ ...note, entry_id: id, created_at: now, updated_at: now })),
          ) as never,
        )
        .execute()
    })
  }
  await database.transaction((tx) => sql`analyze`.execute(tx))
}

for (const dialect of DIALECTS) {
  test(`${dialect}: long answers are made in many turns of the event loop`, async (t) => {
    const app = await testApp(t, dialect)
    await fill(app)
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as AddressInfo
    const headers = { authorization: `Bearer ${await app.token(app.alice)}` }
    const drain = async (path: string): Promise<void> => {
      const [response] = (await once(get({ port, path, headers, agent: false }), 'response')) as [IncomingMessage]
      assert.equal(response.statusCode, 200)
      response.resume()
      await once(response, 'end')
    }
    await drain('/api/entries?perPage=2')
    for (const [path, least] of Object.entries(MIN_PAUSES)) {
      await t.test(path, async () => {
        const pauses = await countPauses(() => drain(path))
        assert.ok(pauses >= least, `${pauses} pauses`)
      })
    }
  })
}
