import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Database, Dialect } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { passwordHasher } from '../users/passwords/password-hasher.ts'
import { createUser } from '../users/create-user.ts'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { countRefusals, listEvents } from './list-events.ts'
import { deleteOldEvents } from './security-event.repository.ts'
import { securityEvents } from './security-events.ts'

interface Stage {
  readonly database: Database
  readonly queries: string[]
  readonly ada: UserId
  readonly events: ReturnType<typeof securityEvents>
  /** parsed lines of the log */
  readonly lines: object[]
  /** Advances the clock. */
  readonly advance: (minutes: number) => void
  readonly now: () => Date
}

async function stage(t: TestContext, dialect: Dialect, hasAddresses = true): Promise<Stage> {
  const { database, queries } = await testDatabase(t, dialect)
  let at = Date.parse('2026-03-01T12:00:00Z')
  const clock = { now: () => new Date(at) }
  const input = { username: 'ada', email: '', password: 'ink on paper', isAdmin: false }
  const { id: ada } = await createUser({ database, hasher: passwordHasher(), clock }, input)
  const lines: object[] = []
  const write = (fields: object) => void lines.push(fields)
  const log = { info: write, debug: write, warn: write }
  const events = securityEvents({ database, clock, log, hasAddresses })
  const advance = (minutes: number) => void (at += minutes * 60_000)
  return { database, queries, ada, events, lines, advance, now: clock.now }
}

const CALLER = { address: '203.0.113.9', userAgent: 'Firefox/140.0', requestId: 'r-1' }

for (const dialect of DIALECTS) {
  test(`${dialect}: guesses need no write each, and are one row an hour for each address`, async (t) => {
    const { database, queries, ada, events, advance } = await stage(t, dialect)
    queries.length = 0
    const guess = (address: string) => events.record({ ...CALLER, address }, { kind: 'sign-in-failed', userId: ada })
    for (let i = 0; i < 50; i++) await guess('203.0.113.9')
    await guess('203.0.113.10')
    assert.deepEqual(queries, [])
    await events.flush()
    await events.record({ ...CALLER, userAgent: 'another' }, { kind: 'sign-in-failed', userId: ada })
    await events.flush()
    const listed = async () => (await database.read((db) => listEvents(db, ada, 1))).events
    assert.deepEqual((await listed()).map(({ address, times }) => [address, times]).sort(), [
      ['203.0.113.10', 1],
      ['203.0.113.9', 51],
    ])
    advance(61)
    await guess('203.0.113.9')
    await events.flush()
    assert.deepEqual([(await listed()).length, (await listed())[0]?.times], [3, 1])
  })

  test(`${dialect}: the same action from two browsers is two rows, and repeated from one it is counted`, async (t) => {
    const { database, ada, events } = await stage(t, dialect)
    for (const userAgent of ['one', 'two', 'two']) {
      await events.record({ ...CALLER, userAgent }, { kind: 'sign-in', userId: ada })
    }
    const { events: listed, total } = await database.read((db) => listEvents(db, ada, 1))
    assert.equal(total, 2)
    assert.deepEqual(listed.map(({ userAgent, times }) => [userAgent, times]).sort(), [
      ['one', 1],
      ['two', 2],
    ])
  })

  test(`${dialect}: guesses do not displace actions, and no account has more than 500 rows`, async (t) => {
    const { database, ada, events } = await stage(t, dialect)
    await events.record(CALLER, { kind: 'password-changed', userId: ada })
    for (let i = 0; i < 450; i++) {
      await events.record({ ...CALLER, address: `10.0.0.${i}` }, { kind: 'sign-in-failed', userId: ada })
    }
    await events.flush()
    const kinds = async () =>
      database.read((db) => db.selectFrom('security_event').select('kind').where('user_id', '=', ada).execute())
    assert.deepEqual([(await kinds()).length, (await kinds())[0]?.kind], [101, 'password-changed'])
    await database.transaction(async (tx) => {
      const row = { user_id: ada, kind: 'export', address: '', user_agent: '', request_id: '', times: 1 }
      const at = { first_at: '2026-01-01', last_at: '2026-01-01' }
      const many = Array.from({ length: 600 }, () => ({ ...row, ...at }))
      await tx.insertInto('security_event').values(many).execute()
    })
    await events.record(CALLER, { kind: 'sign-in', userId: ada })
    assert.equal((await kinds()).length, 500)
  })

  test(`${dialect}: nothing is stored for deleted or unknown accounts, and nothing is refused`, async (t) => {
    const { database, events, lines } = await stage(t, dialect)
    await events.record(CALLER, { kind: 'sign-in-failed' })
    await events.record(CALLER, { kind: 'sign-in', userId: 4711 as UserId })
    await events.flush()
    const { rows } = await database.read(async (db) => ({
      rows: await db.selectFrom('security_event').select('id').execute(),
    }))
    assert.deepEqual(rows, [])
    assert.equal(lines.length, 2)
  })

  test(`${dialect}: rows go after the set number of days`, async (t) => {
    const { database, ada, events, advance, now } = await stage(t, dialect)
    await events.record(CALLER, { kind: 'sign-in', userId: ada })
    advance(300 * 24 * 60)
    await events.record(CALLER, { kind: 'export', userId: ada })
    advance(101 * 24 * 60)
    await database.transaction((tx) => deleteOldEvents(tx, now(), 400))
    const { events: left } = await database.read((db) => listEvents(db, ada, 1))
    assert.deepEqual(
      left.map(({ kind }) => kind),
      ['export'],
    )
  })

  test(`${dialect}: administrators learn how often people were refused, of the time they ask for`, async (t) => {
    const { database, ada, events, advance, now } = await stage(t, dialect)
    const guess = () => events.record(CALLER, { kind: 'code-failed', userId: ada })
    await guess()
    await events.flush()
    advance(8 * 24 * 60)
    for (let i = 0; i < 3; i++) await guess()
    await events.flush()
    const since = new Date(now().getTime() - 7 * 86_400_000).toISOString()
    const counts = await database.read((db) => countRefusals(db, since))
    assert.deepEqual(
      counts.filter(({ times }) => times > 0),
      [{ kind: 'code-failed', times: 3, accounts: 1 }],
    )
  })

  test(`${dialect}: with addresses switched off, neither the log nor a row contains one`, async (t) => {
    const { database, ada, events, lines } = await stage(t, dialect, false)
    await events.record(CALLER, { kind: 'sign-in', userId: ada })
    const {
      events: [event],
    } = await database.read((db) => listEvents(db, ada, 1))
    assert.equal(event?.address, '')
    assert.doesNotMatch(JSON.stringify(lines), /203\.0\.113/)
    assert.match(JSON.stringify(lines), /Firefox/)
  })
}
