import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { listEvents } from '../../src/security-events/list-events.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { callDogear, dataFolder, runDogear } from './run-dogear.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: owners see what the operator did to their account`, async (t) => {
    const url = await migratedDatabaseUrl(t, dialect)
    const environment = { DOGEAR_DATA_DIR: await dataFolder(t), DATABASE_URL: url }
    const run = async (...args: readonly string[]) => {
      const { code, stderr } = await callDogear(args, { environment, input: 'ink on paper, twice\n' })
      assert.equal(code, 0, stderr)
    }
    await run('user', 'add', 'ada', '--admin', '--password-stdin')
    await run('client', 'create', '--user', 'ada', '--name', 'Phone')
    await run('user', 'passwd', 'ada', '--password-stdin')
    const database = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 2 })
    try {
      const { events } = await database.read((db) => listEvents(db, 1 as UserId, 1))
      assert.deepEqual(events.map(({ kind, by, client }) => [kind, by, client]).toReversed(), [
        ['user-made', 'operator', null],
        ['client-made', 'operator', 'Phone'],
        ['password-changed', 'operator', null],
      ])
    } finally {
      await database.close()
    }
  })
}

test('creating and restoring a backup is logged, one line each', async (t) => {
  const environment = { DOGEAR_DATA_DIR: await dataFolder(t) }
  const add = await callDogear(['user', 'add', 'ada', '--password-stdin'], {
    environment,
    input: 'ink on paper, twice\n',
  })
  assert.equal(add.code, 0, add.stderr)
  const folder = join(await dataFolder(t), 'copy')
  for (const event of ['backup', 'restore']) {
    const { code, stderr } = await runDogear(
      event === 'backup' ? [event, '--to', folder] : [event, folder, '--replace'],
      { environment },
    )
    assert.equal(code, 0, stderr)
    const line = stderr.split('\n').find((one) => one.startsWith('{'))
    const { msg, event: reported } = JSON.parse(line!) as Readonly<Record<string, unknown>>
    assert.deepEqual([reported, msg], [event, 'security event'])
    const silent = { ...environment, DOGEAR_LOG_LEVEL: 'warn' }
    if (event === 'backup') {
      const again = await runDogear(['backup', '--to', `${folder}-2`], { environment: silent })
      assert.doesNotMatch(again.stderr, /security event/)
    }
  }
})
