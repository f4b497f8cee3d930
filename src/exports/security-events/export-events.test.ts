import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../kernel/clock.ts'
import { securityEvents } from '../../security-events/security-events.ts'
import { DIALECTS, testDatabase } from '../../../test/support/database.ts'
import { createTestUser } from '../../../test/support/test-users.ts'
import { exportEvents } from './export-events.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: an export contains every row, also beyond one batch, and no formula`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    const { id } = await createTestUser(database, 'ada')
    const caller = { address: '203.0.113.9', userAgent: '=1+1', requestId: 'r-1' }
    const events = securityEvents({ database, clock: systemClock, hasAddresses: true })
    await events.record(caller, { kind: 'sign-in', userId: id, actor: id })
    await database.transaction(async (tx) => {
      const row = { user_id: id, kind: 'export', address: '', user_agent: 'a,"b"', request_id: '', times: 1 }
      const at = { first_at: '2026-01-01', last_at: '2026-01-02' }
      const many = Array.from({ length: 500 }, () => ({ ...row, ...at }))
      await tx.insertInto('security_event').values(many).execute()
    })
    const lines = (await Array.fromAsync(exportEvents(database, id))).join('').split('\r\n')
    assert.equal(lines.length, 503)
    assert.match(lines[1]!, /,1,ada,sign-in,administrator,ada,,203\.0\.113\.9,'=1\+1,r-1$/)
    assert.equal(lines[2], '2026-01-01,2026-01-02,1,ada,export,owner,,,,"a,""b""",')
    assert.equal((await Array.fromAsync(exportEvents(database, 4711))).length, 1)
  })
}
