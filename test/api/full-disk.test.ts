import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

/** Larger than the free space in the pages that an SQLite file already has. */
const LONG_TEXT = `<p>${'Long text. '.repeat(200_000)}</p>`

for (const dialect of DIALECTS) {
  test(`${dialect}: with a full disk, saves are refused for a while, reads go on, and saves work when there is room`, async (t) => {
    const app = await testApp(t, dialect)
    const { id } = await app.save(app.alice, 'https://example.org/before', { title: 'T', content: '<p>text</p>' })
    const payload = { url: 'https://example.org/full', title: 'T', content: LONG_TEXT }
    const save = () => app.ask(app.alice, { method: 'POST', url: '/api/entries', payload })

    await setDisk(app.services.database, 'full')
    const refused = await save()
    assert.equal(refused.statusCode, 503, refused.body)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.equal((await app.ask(app.alice, { url: `/api/entries/${id}` })).statusCode, 200)

    await setDisk(app.services.database, 'free')
    assert.equal((await save()).statusCode, 200)
  })
}

for (const code of ['53000', '53100', '53200', '53400']) {
  const isTested = DIALECTS.includes('postgres')
  test(`postgres: a statement and a commit that fail with ${code} are unavailable`, { skip: !isTested }, async (t) => {
    const { services } = await testApp(t, 'postgres')
    const { database } = services
    const write = () =>
      database.transaction((tx) => tx.insertInto('instance').values({ name: 'n', value: 'v' }).execute())
    for (const timing of ['initially immediate', 'initially deferred']) {
      await execute(database, [
        failingFunction(code),
        `create constraint trigger full_disk after insert on instance deferrable ${timing}
           for each row execute function fail_as_full_disk()`,
      ])
      await assert.rejects(write(), { name: 'AppError', code: 'unavailable' })
      await execute(database, ['drop trigger full_disk on instance'])
    }
    await write()
  })
}

/** Limits the file on SQLite. On PostgreSQL, inserts of entries fail with the code of the server for a full disk. */
async function setDisk(database: Database, state: 'full' | 'free'): Promise<void> {
  if (database.dialect === 'sqlite') {
    return execute(database, [`pragma max_page_count = ${state === 'full' ? 1 : 1_000_000}`])
  }
  if (state === 'free') return execute(database, ['drop trigger full_disk on entry'])
  await execute(database, [
    failingFunction('53100'),
    'create trigger full_disk before insert on entry for each row execute function fail_as_full_disk()',
  ])
}

const failingFunction = (code: string): string =>
  `create or replace function fail_as_full_disk() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file' using errcode = '${code}'; end $$`

async function execute(database: Database, statements: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const sql of statements) await tx.executeQuery(CompiledQuery.raw(sql))
  })
}
