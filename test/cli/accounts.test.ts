import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import type { Dialect } from '../../src/db/database.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { hashToken } from '../../src/kernel/random-token.ts'
import { openSetupCode } from '../../src/users/setup-code.ts'
import { openSession } from '../../src/users/sessions/session.ts'
import {
  hasSecondFactor,
  setNewFactor,
  switchFactorOn,
} from '../../src/users/second-factor/second-factor.repository.ts'
import { passwordHasher } from '../../src/users/passwords/password-hasher.ts'
import { findUserByLogin } from '../../src/users/user.repository.ts'
import { findUserConfig } from '../../src/users/user-config.repository.ts'
import { renewFeedToken } from '../../src/users/feed-token.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { callDogear, dataFolder, PROGRAM, runDogear } from './run-dogear.ts'

const PASSWORD = 'ink on paper, twice'

async function setUp(t: TestContext, dialect: Dialect) {
  const url = await migratedDatabaseUrl(t, dialect)
  const environment = { DOGEAR_DATA_DIR: await dataFolder(t), DATABASE_URL: url }
  const run = (args: readonly string[], input: string | Uint8Array = '') => callDogear(args, { environment, input })
  const runProcess: typeof run = (args, input = '') => runDogear(args, { environment, input })
  const open = () => openDatabase({ location: parseDatabaseUrl(url), poolSize: 2 })
  const add = (name: string, ...more: string[]) =>
    run(['user', 'add', name, ...more, '--password-stdin'], `${PASSWORD}\n`)
  return { run, runProcess, open, add }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: accounts are added and listed`, async (t) => {
    const { runProcess, add } = await setUp(t, dialect)
    const call = ['user', 'add', 'carol', '--admin', '--email', 'Carol@Example.org', '--password-stdin']
    const carol = await runProcess(call, `${PASSWORD}\n`)
    assert.equal(carol.code, 0, carol.stderr)
    assert.match(carol.stdout, /^1\tcarol\tadmin\tenabled\t\d{4}-[^\t]+\tCarol@Example\.org\n$/)
    assert.equal(carol.stderr, '')
    const alice = await add('alice')
    assert.match(alice.stdout, /^\d+\talice\tuser\tenabled\t[^\t]+\t\n$/)
    const list = await runProcess(['user', 'list'])
    assert.equal(list.stdout, `id\tusername\trole\tstate\tcreated\temail\n${carol.stdout}${alice.stdout}`)
  })

  test(`${dialect}: a used name is refused with one sentence, in upper or lower case`, async (t) => {
    const { add, run } = await setUp(t, dialect)
    await add('alice', '--admin')
    assert.deepEqual(await add('ALICE'), { code: 1, stdout: '', stderr: 'dogear: that username is already used\n' })
    assert.equal((await run(['user', 'list'])).stdout.split('\n').length, 3)
  })

  test(`${dialect}: the password is the first line without its line break`, async (t) => {
    const { run, open } = await setUp(t, dialect)
    const lines = { anna: ' spaces count \n', bert: 'over two systems\r\nsecond line\n', cleo: 'ends without a break' }
    for (const [name, input] of Object.entries(lines)) {
      assert.equal((await run(['user', 'add', name, '--password-stdin'], input)).code, 0, name)
    }
    const database = await open()
    t.after(() => database.close())
    const expected = { anna: ' spaces count ', bert: 'over two systems', cleo: 'ends without a break' }
    for (const [name, password] of Object.entries(expected)) {
      const found = await database.read((db) => findUserByLogin(db, name))
      assert.ok(await passwordHasher().verify(found?.passwordHash, password), name)
    }
  })

  test(`${dialect}: a second factor is switched off for a locked-out user`, async (t) => {
    const { run, runProcess, open, add } = await setUp(t, dialect)
    await add('alice')
    const database = await open()
    t.after(() => database.close())
    const { user } = (await database.read((db) => findUserByLogin(db, 'alice')))!
    const off = ['user', 'factor-off', 'ALICE']
    assert.deepEqual(await run(off), {
      code: 1,
      stdout: '',
      stderr: 'dogear: two-factor authentication is already off for alice\n',
    })
    const now = new Date().toISOString()
    await database.transaction(async (tx) => {
      await setNewFactor(tx, user.id, new Uint8Array([1]), now)
      await switchFactorOn(tx, user.id, 1, now)
    })
    assert.equal((await runProcess(off)).code, 0)
    assert.equal(await database.read((db) => hasSecondFactor(db, user.id)), false)
    const stranger = await run(['user', 'factor-off', 'nobody'])
    assert.deepEqual([stranger.code, stranger.stderr], [1, 'dogear: there is no user "nobody"\n'])
  })

  test(`${dialect}: a recovery link of which only the hash is stored, and which replaces an earlier one`, async (t) => {
    const { run, open, add } = await setUp(t, dialect)
    await add('alice')
    const link = /^http:\/\/127\.0\.0\.1:8080\/recover\?code=(\S{45,})\n$/
    const made = [await run(['user', 'recover', 'ALICE']), await run(['user', 'recover', 'alice'])]
    assert.deepEqual(
      made.map(({ code }) => code),
      [0, 0],
    )
    const secret = link.exec(made[1]!.stdout)![1]!
    const database = await open()
    t.after(() => database.close())
    const rows = await database.read((db) => db.selectFrom('recovery_link').selectAll().execute())
    assert.deepEqual(
      rows.map((row) => Buffer.from(row.secret_hash).toString('hex')),
      [Buffer.from(hashToken(secret)).toString('hex')],
    )
    const events = await database.read((db) => db.selectFrom('security_event').select(['kind', 'times']).execute())
    assert.ok(events.some(({ kind, times }) => kind === 'recovery-link-made' && Number(times) === 2))
    assert.deepEqual(await run(['user', 'recover', 'nobody']), {
      code: 1,
      stdout: '',
      stderr: 'dogear: there is no user "nobody"\n',
    })
  })

  test(`${dialect}: the first account spends the code for setting up`, async (t) => {
    const { run, open, add } = await setUp(t, dialect)
    await run(['migrate'])
    const database = await open()
    t.after(() => database.close())
    assert.ok(await openSetupCode(database))
    const { stderr } = await add('alice')
    assert.match(stderr, /no administrator yet/)
    assert.deepEqual(await database.read((db) => db.selectFrom('instance').select('name').execute()), [])
    assert.equal(await openSetupCode(database), undefined)
  })

  test(`${dialect}: a new password replaces the old one and ends every session`, async (t) => {
    const { runProcess, open, add } = await setUp(t, dialect)
    await add('alice', '--email', 'alice@example.org')
    const database = await open()
    t.after(() => database.close())
    const { user } = (await database.read((db) => findUserByLogin(db, 'alice')))!
    const clock = { now: () => new Date() }
    const browser = { userId: user.id, userAgent: '', address: '', isRemembered: false }
    await openSession({ database, clock }, browser)
    const addresses = async () => {
      const { preferences, feedTokenSealed } = await database.read((db) => findUserConfig(db, user.id))
      return [preferences['savingKey'], feedTokenSealed && Buffer.from(feedTokenSealed).toString('hex')]
    }
    await renewFeedToken({ database, instanceKey: Buffer.alloc(32) }, user.id)
    const before = await addresses()
    const passwd = ['user', 'passwd', 'alice@example.org', '--password-stdin']
    const changed = await runProcess(passwd, 'a different password\n')
    assert.deepEqual({ code: changed.code, stdout: changed.stdout }, { code: 0, stdout: '' })
    assert.match(changed.stderr, /password of alice changed/)
    const { passwordHash } = (await database.read((db) => findUserByLogin(db, 'alice')))!
    assert.ok(await passwordHasher().verify(passwordHash, 'a different password'))
    assert.ok(!(await passwordHasher().verify(passwordHash, PASSWORD)))
    assert.deepEqual(await database.read((db) => db.selectFrom('session').selectAll().execute()), [])
    const after = await addresses()
    assert.ok(after.every((secret, index) => secret !== undefined && secret !== before[index]))
  })

  test(`${dialect}: a client is made for an account, in three formats`, async (t) => {
    const { run, runProcess, open, add } = await setUp(t, dialect)
    await add('alice', '--admin')
    const create = ['client', 'create', '--user', 'alice', '--name', 'Reader']
    const [text, env, json] = [
      await runProcess(create),
      await run([...create, '--format', 'env']),
      await run([...create, '--format', 'json', '--complete-answers']),
    ]
    assert.match(text.stdout, /^client id: {5}\d+_[0-9a-z]{50}\nclient secret: [0-9a-z]{50}\n$/)
    assert.match(env.stdout, /^CLIENT_ID=\d+_[0-9a-z]{50}\nCLIENT_SECRET=[0-9a-z]{50}\n$/)
    assert.match(json.stdout, /^\{"client_id":"\d+_[0-9a-z]{50}","client_secret":"[0-9a-z]{50}"\}\n$/)
    const { client_id: id, client_secret: secret } = JSON.parse(json.stdout) as Record<string, string>
    const database = await open()
    t.after(() => database.close())
    const row = await database.read((db) =>
      db.selectFrom('oauth_client').selectAll().where('id', '=', Number.parseInt(id!, 10)).executeTakeFirstOrThrow(),
    )
    assert.equal(row.name, 'Reader')
    const all = await database.read((db) => db.selectFrom('oauth_client').select('has_complete_answers').execute())
    assert.deepEqual(
      all.map((one) => one.has_complete_answers),
      [0, 0, 1],
    )
    assert.deepEqual(Buffer.from(row.secret_hash), Buffer.from(hashToken(secret!)))
  })

  test(`${dialect}: an invalid request fails with exit code 1 and one sentence`, async (t) => {
    const { run, add } = await setUp(t, dialect)
    await add('alice', '--admin')
    const client = ['client', 'create', '--name', 'x', '--user']
    const refused: readonly [args: readonly string[], input: string | Uint8Array, sentence: RegExp][] = [
      [['user', 'add', 'bob', '--password-stdin'], 'short\n', /at least 8 characters/],
      [['user', 'add', 'bob', '--password-stdin'], '', /at least 8 characters/],
      [['user', 'add', 'bob', '--password-stdin'], 'x'.repeat(5000), /longer than 4096 bytes/],
      [['user', 'add', 'bob', '--password-stdin'], Buffer.from([0xff, 0xfe, 0x61, 0x0a]), /not valid UTF-8/],
      [['user', 'add', 'b@b', '--password-stdin'], `${PASSWORD}\n`, /without @/],
      [['user', 'add', 'bob', '--email', 'nobody', '--password-stdin'], `${PASSWORD}\n`, /email address isn’t valid/],
      [['user', 'passwd', 'bob', '--password-stdin'], `${PASSWORD}\n`, /there is no user "bob"/],
      [[...client, 'bob'], '', /there is no user "bob"/],
      [[...client, 'alice', '--redirect', 'nowhere'], '', /must be an absolute address/],
    ]
    for (const [args, input, sentence] of refused) {
      const { code, stdout, stderr } = await run(args, input)
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr)
      assert.match(stderr, sentence)
      assert.match(stderr, /^dogear: [^\n]+\n$/)
    }
  })
}

test('an unexpected failure prints its stack', async (t) => {
  const environment = { DOGEAR_DATA_DIR: await dataFolder(t) }
  assert.equal((await runDogear(['migrate'], { environment })).code, 0)
  const connection = new DatabaseSync(join(environment.DOGEAR_DATA_DIR, 'dogear.db'))
  connection.exec('alter table users rename to gone')
  connection.close()
  const { code, stdout, stderr } = await runDogear(['user', 'list'], { environment })
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.match(stderr, /no such table: users\n\s+at /)
})

test('the program ends after the line with the password, also while its input stays open', async (t) => {
  const environment = { DOGEAR_DATA_DIR: await dataFolder(t) }
  const child = spawn(process.execPath, [PROGRAM, 'user', 'add', 'alice', '--password-stdin'], { env: environment })
  t.after(() => child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${PASSWORD}\n`)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  assert.equal(code, 0)
})
