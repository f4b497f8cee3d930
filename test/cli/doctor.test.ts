import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openDatabase } from '../../src/db/open-database.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { callDogear, dataFolder } from './run-dogear.ts'

/** Starts a server that answers like Dogear. */
async function publicAddress(t: TestContext): Promise<string> {
  const server = createServer((request, response) => response.end(request.url === '/healthz' ? 'ok' : ''))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

for (const dialect of DIALECTS) {
  test(`${dialect}: doctor says what is well and what is not`, async (t) => {
    const url = await migratedDatabaseUrl(t, dialect)
    const environment = {
      DOGEAR_DATA_DIR: await dataFolder(t),
      DATABASE_URL: url,
      DOGEAR_BASE_URL: await publicAddress(t),
      DOGEAR_SECRET: 'a secret of enough characters for this test',
    }
    const healthy = await callDogear(['doctor'], { environment })
    assert.deepEqual([healthy.code, healthy.stderr], [0, ''])
    assert.match(healthy.stdout, dialect === 'sqlite' ? /^ok +database +SQLite 3\./m : /^ok +database +PostgreSQL 18/m)
    assert.equal(/^ok +clock/m.test(healthy.stdout), dialect === 'postgres')
    assert.doesNotMatch(healthy.stdout, /^(?:warning|problem)/m)

    const database = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 1 })
    t.after(() => database.close())
    await database.transaction(async (tx) => {
      const job = { name: 'entry.fetch', payload: '{}', max_attempts: 3 }
      await tx
        .insertInto('job')
        .values({ ...job, run_at: Date.now() - 3_600_000 })
        .execute()
      await tx
        .insertInto('job')
        .values({ ...job, run_at: 0, is_dead: 1 })
        .execute()
    })
    const scheduled = { ...environment, DOGEAR_BACKUP_DIR: environment.DOGEAR_DATA_DIR }
    const late = await callDogear(['doctor'], { environment: scheduled })
    assert.match(late.stdout, /^warning +backups +\S+ contains none yet/m)
    assert.equal(late.code, 0)
    assert.match(late.stdout, /^warning +jobs +one has been due for 60 minutes/m)
    assert.match(late.stdout, /^warning +jobs +1 have failed for good/m)

    await database.transaction((tx) =>
      tx
        .deleteFrom('migration' as never)
        .where('position' as never, '=', 0 as never)
        .execute(),
    )
    const strange = await callDogear(['doctor'], { environment })
    assert.equal(strange.code, 1)
    assert.match(strange.stdout, /^problem +database +the database has step /m)
  })
}

test('doctor names an unreachable address and a missing proxy, and creates nothing', async (t) => {
  const folder = await dataFolder(t)
  const environment = { DOGEAR_DATA_DIR: folder, DOGEAR_BASE_URL: 'https://127.0.0.1:9' }
  const { code, stdout } = await callDogear(['doctor'], { environment })
  assert.equal(code, 1)
  assert.match(stdout, /^problem +address +https:\/\/127\.0\.0\.1:9 does not answer/m)
  assert.match(stdout, /^warning +proxy +no reverse proxy is trusted/m)
  assert.match(stdout, /^ok +database .* does not exist yet/m)
  assert.deepEqual(readdirSync(folder), [])
})
