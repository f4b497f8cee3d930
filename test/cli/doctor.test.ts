import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openDatabase } from '../../src/db/open-database.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import type { SMTPServerOptions } from 'smtp-server'
import { LOGIN, startMailServer } from '../mail/mail-server.fixture.ts'
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
    assert.match(healthy.stdout, /^ok +mail +is not set up/m)

    if (dialect === 'postgres') {
      // The server itself stands in for a pooler: its connections have no time limit of their own either.
      const pooled = await callDogear(['doctor'], { environment: { ...environment, DATABASE_DIRECT_URL: url } })
      assert.match(pooled.stdout, /^warning +pooler +does not limit the time of statements/m)
    }

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
      const user = { username: 'ada', username_key: 'ada', password_hash: '', created_at: '', updated_at: '' }
      const { id } = await tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
      const key = { credential_id: Buffer.from('1'), public_key: Buffer.from('2'), counter: 0, transports: '' }
      await tx
        .insertInto('passkey')
        .values({ ...key, user_id: id, rp_id: 'old.example.org', name: 'Laptop', is_synced: 0, created_at: '' })
        .execute()
    })
    const scheduled = { ...environment, DOGEAR_BACKUP_DIR: environment.DOGEAR_DATA_DIR }
    const late = await callDogear(['doctor'], { environment: scheduled })
    assert.match(late.stdout, /^warning +backups +\S+ contains none yet/m)
    assert.equal(late.code, 0)
    assert.match(late.stdout, /^warning +jobs +one has been due for 60 minutes/m)
    assert.match(late.stdout, /^warning +jobs +1 have failed for good/m)
    assert.match(late.stdout, /^warning +passkeys +1 of another host than 127\.0\.0\.1:/m)

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
  const provider = { DOGEAR_OIDC_ISSUER: 'http://127.0.0.1:9', DOGEAR_OIDC_CLIENT_ID: 'dogear' }
  const environment = { DOGEAR_DATA_DIR: folder, DOGEAR_BASE_URL: 'https://127.0.0.1:9', ...provider }
  const { code, stdout } = await callDogear(['doctor'], { environment })
  assert.equal(code, 1)
  assert.match(stdout, /^problem +address +https:\/\/127\.0\.0\.1:9 does not answer/m)
  assert.match(stdout, /^warning +proxy +no reverse proxy is trusted/m)
  assert.match(stdout, /^problem +sign-in +http:\/\/127\.0\.0\.1:9 does not answer as a provider: /m)
  assert.match(stdout, /^ok +database .* does not exist yet/m)
  assert.deepEqual(readdirSync(folder), [])
})

const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) => {
  const isRight = username === LOGIN.user && password === LOGIN.password
  done(isRight ? null : new Error('wrong'), isRight ? { user: username } : undefined)
}

test('doctor signs in to the mail server, and says what is wrong without showing the password', async (t) => {
  const { url } = await startMailServer(t, { onAuth })
  const common = { DOGEAR_DATA_DIR: await dataFolder(t), DOGEAR_MAIL_FROM: 'dogear@example.org' }
  const lineOf = async (environment: Readonly<Record<string, string>>) => {
    const { stdout } = await callDogear(['doctor'], { environment: { ...common, ...environment } })
    assert.doesNotMatch(stdout, /p(?:@|%40)ss/)
    return /^.* mail +.*$/m.exec(stdout)?.[0] ?? ''
  }
  assert.match(
    await lineOf({ DOGEAR_SMTP_URL: url }),
    /^ok +mail +127\.0\.0\.1:\d+ answers; mails come from dogear@example\.org$/,
  )
  assert.match(
    await lineOf({ DOGEAR_SMTP_URL: url.replace('word@', 'wort@') }),
    /^problem +mail +\S+ refuses the login: check/,
  )
  assert.match(
    await lineOf({ DOGEAR_SMTP_URL: 'smtp://127.0.0.1:9' }),
    /^problem +mail +127\.0\.0\.1:9 does not answer/,
  )
  assert.match(await lineOf({}), /^problem +mail +DOGEAR_SMTP_URL is missing/)
})
