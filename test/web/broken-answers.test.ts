import assert from 'node:assert/strict'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import { insertEntry } from '../../src/entries/entry.repository.ts'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'
import { advanceRevision } from '../../src/users/revision.ts'
import { DIALECTS } from '../support/database.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { signedIn } from './inject-browser.fixture.ts'

const ENTRIES = 120
const NOW = '2026-01-02T03:04:05.000Z'
/** Larger than the socket buffers, so that the response is still being sent when the database fails. */
const CONTENT = `<p>${'Text with words. '.repeat(20_000)}</p>`

/** @returns a database whose queries for texts fail once `isBroken` is set, and the number of these queries */
function breakable(database: Database) {
  const state = { isBroken: false, reads: 0 }
  const prepare: Database['prepare'] = (sql) => {
    const statement = database.prepare<never>(sql)
    return {
      all: async (...parameters) => {
        if (sql.includes('from entry_content')) state.reads++
        if (state.isBroken && sql.includes('from entry_content')) throw new Error('the database broke off')
        return statement.all(...parameters)
      },
    }
  }
  return { state, database: { ...database, prepare } }
}

/** Opens a real connection that reads only the response head. The test reads the rest later. */
async function open(base: string, path: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(new URL(path, base), { agent: false, headers }, resolve).on('error', reject).end()
  })
}

/** @returns the number of bytes received, and whether the client considers the response complete */
async function readToEnd(answer: IncomingMessage): Promise<{ readonly bytes: number; readonly isWhole: boolean }> {
  let bytes = 0
  answer.on('data', (piece: Buffer) => (bytes += piece.length))
  await new Promise<void>((resolve) => answer.once('close', resolve).on('error', () => undefined))
  return { bytes, isWhole: answer.complete }
}

for (const dialect of DIALECTS) {
  test(`answers that are sent as they are made, ${dialect}`, async (t) => {
    let broken: ReturnType<typeof breakable> | undefined
    const app: TestApp = await testApp(t, dialect, {
      replace: ({ database }) => {
        broken = breakable(database)
        return { database: broken.database }
      },
    })
    const { state } = broken!
    await fill(app)
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const base = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
    const cookie = `session=${(await signedIn(app, app.alice)).cookies.get('session')}`
    const authorization = `Bearer ${await app.token(app.alice)}`
    const paths = [
      ['/export/all.json', { cookie }],
      [`/api/entries?perPage=${ENTRIES}`, { authorization }],
    ] as const

    for (const [path, headers] of paths) {
      await t.test(`a slow client pauses ${path}, and then receives all of it`, async () => {
        state.reads = 0
        const answer = await open(base, path, headers)
        const read = await readsAtRest(state)
        assert.ok(read > 0 && read < ENTRIES / 8, `${read} reads`)
        const { bytes, isWhole } = await readToEnd(answer)
        assert.deepEqual([answer.statusCode, isWhole], [200, true])
        assert.ok(bytes > ENTRIES * CONTENT.length)
      })

      await t.test(`${path} that breaks off breaks the connection`, async () => {
        // The response of the previous test is cached. This change invalidates it, so the request needs queries again.
        await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${await newest(app)}`, payload: { starred: 1 } })
        const answer = await open(base, path, headers)
        state.isBroken = true
        const { isWhole } = await readToEnd(answer)
        state.isBroken = false
        assert.deepEqual([answer.statusCode, isWhole], [200, false])
      })
    }
  })
}

/** Saves one entry and copies its text to the others, which is faster than saving them. */
async function fill({ alice, save, database }: TestApp): Promise<void> {
  const { id } = await save(alice, 'https://x.example/0', { title: 'T 0', content: CONTENT })
  await ownerTransaction(database, alice.id, async (tx) => {
    const revision = await advanceRevision(tx, alice.id)
    for (let number = 1; number < ENTRIES; number++) {
      const times = { created_at: NOW, updated_at: NOW }
      const address = { url: `https://x.example/${number}`, title: `T ${number}` }
      const added = await insertEntry(tx, { user_id: alice.id, ...address, ...times, revision })
      await rawSql(
        tx,
        `insert into entry_content (user_id, entry_id, content, extractor_version)
         select user_id, ${added.id}, content, extractor_version from entry_content
         where user_id = ${alice.id} and entry_id = ${id}`,
        [],
      )
    }
  })
}

/**
 * Waits for the first query, and then for half a second without one.
 * @returns the number of queries so far; `ENTRIES` if there was no pause
 */
async function readsAtRest(state: { readonly reads: number }): Promise<number> {
  for (let before = -1; ;) {
    if ((before > 0 && before === state.reads) || state.reads >= ENTRIES) return state.reads
    before = state.reads
    await pause(500)
  }
}

async function newest(app: TestApp): Promise<number> {
  const list = await app.ask(app.alice, { url: '/api/entries?perPage=1&detail=metadata' })
  return list.json<{ _embedded: { items: { id: number }[] } }>()._embedded.items[0]!.id
}
