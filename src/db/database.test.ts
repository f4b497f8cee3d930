import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { DIALECTS, emptyDatabaseUrl, testDatabase } from '../../test/support/database.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { migrateDatabase } from './migrate.ts'
import { MIGRATIONS } from './migrations/all-migrations.ts'
import { openDatabase } from './open-database.ts'

const NOW = '2026-03-01T09:30:00.000Z'
const aUser = (name: string) => ({
  username: name,
  username_key: name,
  password_hash: 'x',
  created_at: NOW,
  updated_at: NOW,
})

async function tableNames(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  )
  await client.end()
  return rows.map(({ tablename }) => tablename)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a failed transaction has no effect`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    await assert.rejects(
      database.transaction(async (tx) => {
        await tx.insertInto('users').values(aUser('ada')).execute()
        throw new Error('changed my mind')
      }),
      /changed my mind/,
    )
    const rows = await database.read((db) => db.selectFrom('users').selectAll().execute())
    assert.deepEqual(rows, [])
  })

  test(`${dialect}: fifty concurrent transactions do not interfere`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    await database.transaction((tx) => tx.insertInto('instance').values({ name: 'n', value: '0' }).execute())
    const increment = () =>
      database.transaction(async (tx) => {
        const row = await tx
          .selectFrom('instance')
          .select('value')
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirstOrThrow()
        await new Promise((resolve) => setImmediate(resolve))
        await tx
          .updateTable('instance')
          .set({ value: String(Number(row.value) + 1) })
          .execute()
      })
    await Promise.all(Array.from({ length: 50 }, increment))
    const [row] = await database.prepare<{ value: string }>('select value from instance where name = $1').all('n')
    assert.equal(row?.value, '50')
  })

  test(`${dialect}: ids are numbers and are never handed out twice`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    const add = (name: string) =>
      database.transaction((tx) => tx.insertInto('users').values(aUser(name)).returning('id').executeTakeFirstOrThrow())
    const first = await add('ada')
    await database.transaction((tx) => tx.deleteFrom('users').execute())
    const second = await add('grace')
    assert.equal(typeof first.id, 'number')
    assert.ok(second.id > first.id)
  })

  test(`${dialect}: bytes and large numbers are stored without change`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    const { id } = await database.transaction((tx) =>
      tx.insertInto('users').values(aUser('ada')).returning('id').executeTakeFirstOrThrow(),
    )
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const body = { user_id: id, sha256: bytes, size: 2 ** 40, body: bytes }
    await database.transaction((tx) => tx.insertInto('capture_body').values(body).execute())
    const [row] = await database
      .prepare<typeof body>('select size, body from capture_body where sha256 = $1')
      .all(bytes)
    assert.equal(row?.size, 2 ** 40)
    assert.deepEqual(new Uint8Array(row!.body), bytes)
  })

  test(`${dialect}: several processes may migrate at the same time`, async (t) => {
    const location = parseDatabaseUrl(await emptyDatabaseUrl(t, dialect))
    const results = await Promise.all([1, 2, 3].map(() => migrateDatabase(location)))
    const applied = results.flatMap((result) => result.applied)
    assert.deepEqual(applied.toSorted(), MIGRATIONS.map(({ name }) => name).toSorted())
  })

  test(`${dialect}: a failed migration leaves the schema unchanged, and the next start continues with it`, async (t) => {
    const location = parseDatabaseUrl(await emptyDatabaseUrl(t, dialect))
    const broken = { name: '9999-broken', sql: async () => 'create table half (x integer); this is no sql;' }
    await assert.rejects(migrateDatabase(location, { migrations: [...MIGRATIONS, broken] }))
    const mended = { name: '9999-broken', sql: async () => 'create table half (x integer);' }
    const result = await migrateDatabase(location, { migrations: [...MIGRATIONS, mended] })
    assert.deepEqual(result.applied, ['9999-broken'])
  })

  test(`${dialect}: a database made by a newer version is refused`, async (t) => {
    const location = parseDatabaseUrl(await emptyDatabaseUrl(t, dialect))
    const newer = { name: '9999-from-the-future', sql: async () => 'create table later (x integer);' }
    await migrateDatabase(location, { migrations: [...MIGRATIONS, newer] })
    await assert.rejects(migrateDatabase(location), /9999-from-the-future.*at least as new/)
  })

  test(`${dialect}: a database made before version 1.0 is refused and left as it is`, async (t) => {
    const url = await emptyDatabaseUrl(t, dialect)
    const location = parseDatabaseUrl(url)
    const first = { name: '0001-accounts', sql: async () => 'create table users (id integer primary key, name text);' }
    await migrateDatabase(location, { migrations: [first] })
    const before = location.dialect === 'sqlite' && (await readFile(location.path))
    await assert.rejects(migrateDatabase(location), /before version 1\.0.*export .*with that commit.*import/)
    if (location.dialect === 'sqlite') {
      assert.deepEqual(await readFile(location.path), before)
      assert.deepEqual(await readdir(dirname(location.path)), ['dogear.db'], 'no file beside it is left behind')
    } else assert.deepEqual(await tableNames(url), ['migration', 'users'])
  })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: memory is released between transactions without loss of data`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    const order: string[] = []
    const transaction = database.transaction(async (tx) => {
      await tx.insertInto('users').values(aUser('ada')).execute()
      await new Promise((resolve) => setTimeout(resolve, 20))
      order.push('written')
    })
    const released = database.releaseMemory().then(() => order.push('released'))
    await Promise.all([transaction, released])
    if (dialect === 'sqlite') assert.deepEqual(order, ['written', 'released'])
    const rows = await database.prepare<{ username: string }>('select username from users').all()
    assert.deepEqual(
      rows.map(({ username }) => username),
      ['ada'],
    )
  })
}

test('sqlite: the file is copied before it is migrated, and the copy opens', async (t) => {
  const location = parseDatabaseUrl(await emptyDatabaseUrl(t, 'sqlite'))
  await migrateDatabase(location)
  const next = { name: '9999-next', sql: async () => 'create table next (x integer);' }
  const { backup } = await migrateDatabase(location, { migrations: [...MIGRATIONS, next] })
  assert.ok(backup && existsSync(backup))
  const copy = await openDatabase({ location: { dialect: 'sqlite', path: backup }, poolSize: 1 })
  const names = await copy.prepare<{ name: string }>('select name from migration order by position').all()
  assert.deepEqual(
    names.map(({ name }) => name),
    MIGRATIONS.map(({ name }) => name),
  )
  await copy.close()
})

test('sqlite: acknowledged data survives a power failure, because the writer waits for the disk', async (t) => {
  const { database } = await testDatabase(t, 'sqlite')
  const pragma = (name: string) =>
    database.transaction((tx) => tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`pragma ${name}`)))
  const { rows } = await pragma('synchronous')
  assert.equal(rows[0]?.['synchronous'], 2)
  assert.equal((await pragma('journal_mode')).rows[0]?.['journal_mode'], 'wal')
  assert.equal((await pragma('foreign_keys')).rows[0]?.['foreign_keys'], 1)
})

test('sqlite: a deferred transaction does not wait for the disk, and the next one does, also after an error', async (t) => {
  const { database } = await testDatabase(t, 'sqlite')
  const synchronous = async (options?: { readonly isDeferred: boolean }) => {
    const query = CompiledQuery.raw('pragma synchronous')
    const { rows } = await database.transaction((tx) => tx.executeQuery<{ synchronous: number }>(query), options)
    return rows[0]?.synchronous
  }
  assert.deepEqual([await synchronous({ isDeferred: true }), await synchronous()], [1, 2])
  const failing = database.transaction(() => Promise.reject(new Error('no')), { isDeferred: true })
  await assert.rejects(failing, /no/)
  assert.equal(await synchronous(), 2)
})

test('sqlite: the connection for reading cannot write', async (t) => {
  const { database } = await testDatabase(t, 'sqlite')
  await assert.rejects(
    database.read((db) => db.insertInto('instance').values({ name: 'a', value: 'b' }).execute()),
    /readonly/,
  )
})

test('postgres: keys of tables with user data contain the user, as docs/scaling.md says', async (t) => {
  const { database } = await testDatabase(t, 'postgres')
  const query = `
    select class.relname as name, bool_or(attribute.attname = 'user_id') as contains_user
    from pg_index
    join pg_class class on class.oid = pg_index.indrelid
    join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum = any(pg_index.indkey)
    where pg_index.indisunique and class.relnamespace = current_schema()::regnamespace
      and exists (
        select from pg_attribute owner
        where owner.attrelid = class.oid and owner.attname = 'user_id' and not owner.attisdropped
      )
    group by pg_index.indexrelid, class.relname`
  const { rows } = await database.read((db) =>
    db.executeQuery<{ name: string; contains_user: boolean }>(CompiledQuery.raw(query)),
  )
  assert.ok(rows.length > 30)
  const without = rows.filter(({ contains_user }) => !contains_user).map(({ name }) => name)
  // A sign-in without a username looks up the last four before the user is known.
  const signIns = ['identity', 'passkey', 'passkey_challenge', 'provider_request']
  assert.deepEqual([...new Set(without)].sort(), [...signIns, 'job', 'oauth_client'].sort())
})
