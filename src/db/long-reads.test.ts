import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { TurnCounter } from '../../test/support/turn-counter.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { longReader, longStatements } from './long-reads.ts'

const NAME = 'select value from instance where name = $1'

for (const dialect of DIALECTS) {
  test(`${dialect}: a long read sees committed data, statement by statement`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const readLong = longReader(database, parseDatabaseUrl(url))
    await database.transaction((tx) => tx.insertInto('instance').values({ name: 'a', value: 'b' }).execute())
    const both = await readLong([
      { sql: NAME, parameters: ['a'] },
      { sql: NAME, parameters: ['x'] },
    ])
    assert.deepEqual(JSON.parse(JSON.stringify(both)), [[{ value: 'b' }], []])
    const [row] = await longStatements(readLong).prepare<{ value: string }>(NAME).all('a')
    assert.equal(row?.value, 'b')
  })

  test(`${dialect}: a statement that is wrong is an error, and the next one works`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const readLong = longReader(database, parseDatabaseUrl(url))
    await assert.rejects(readLong([{ sql: 'select one from nowhere' }]), /nowhere/)
    assert.equal((await readLong([{ sql: 'select 1 as one' }]))[0]!.length, 1)
  })
}

test('a long read cannot write', async (t) => {
  const { database, url } = await testDatabase(t, 'sqlite')
  const readLong = longReader(database, parseDatabaseUrl(url))
  await assert.rejects(readLong([{ sql: 'delete from instance' }]), /readonly/)
})

test('a long read does not block others, and is aborted after its time limit', async (t) => {
  const { database, url } = await testDatabase(t, 'sqlite')
  const readLong = longReader(database, parseDatabaseUrl(url), 300)
  const counting = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000000)
    select count(*) as total from numbers`
  const turns = new TurnCounter()
  await assert.rejects(readLong([{ sql: counting }]), { code: 'unavailable' })
  turns.stop()
  assert.ok(turns.count >= 50, `${turns.count} turns`)
})
