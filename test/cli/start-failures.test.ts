import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test, type TestContext } from 'node:test'
import { administrate, databaseOnServer, DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { HAS_OWN_MOUNTS, withOwnMounts } from '../support/own-mounts.ts'
import { startDogear } from '../crash/dogear-process.ts'
import { isOpenToOthers } from '../support/readable-postgres-package.ts'
import { callDogear, dataFolder, PROGRAM, runDogear, type RunOptions, type RunResult } from './run-dogear.ts'

type Environment = Readonly<Record<string, string>>

const NO_MOUNTS = HAS_OWN_MOUNTS ? false : 'this machine mounts nothing for a process alone'
const IS_ROOT = process.getuid?.() === 0
/** If root runs the tests, these options run the program as another user: file permissions do not restrict root. */
const AS_UNPRIVILEGED_USER: RunOptions = IS_ROOT
  ? { node: 'setpriv', nodeOptions: ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath] }
  : {}
const NO_UNPRIVILEGED_USER = IS_ROOT && !isOpenToOthers(PROGRAM) ? 'another user cannot reach the program' : false
const PASSWORD = 'ink on paper, twice'

/** @returns the error of a command that must print one line without a stack, and nothing on standard output */
async function refusal(args: readonly string[], environment: Environment, more: RunOptions = {}): Promise<string> {
  const settings = { PORT: '0', PATH: process.env['PATH'] ?? '', ...environment }
  return sentenceOf(await runDogear(args, { ...more, environment: settings }))
}

/**
 * Like `refusal`, but runs the command in this process, which is ten times faster. For each stage of a start, at least
 * one test uses a separate process, to show that the process ends.
 */
async function refusalWithin(args: readonly string[], environment: Environment): Promise<string> {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  try {
    return sentenceOf(await callDogear(args, { environment: { PORT: '0', ...environment } }))
  } finally {
    // `serve` installs handlers for these signals as soon as it starts. A failed start must not leave them in this
    // process.
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener)
    }
  }
}

function sentenceOf({ code, stdout, stderr }: RunResult): string {
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr)
  assert.match(stderr, /^dogear: (?:invalid settings:\n {2})?[^\n]+\n$/)
  return stderr
}

/** @returns options that run the program with the file systems that the script mounts */
function mounted(script: string): RunOptions {
  const [node, ...options] = withOwnMounts(script)
  return { node, nodeOptions: [...options, process.execPath] }
}

/** @returns a data folder with a database, a secret, and the account of alice */
async function usedFolder(t: TestContext): Promise<string> {
  const folder = await dataFolder(t)
  const environment = { DOGEAR_DATA_DIR: folder }
  const added = await callDogear(['user', 'add', 'alice', '--password-stdin'], { environment, input: PASSWORD })
  assert.equal(added.code, 0, added.stderr)
  return folder
}

suite('a start that cannot work says in one sentence why, and changes nothing', { concurrency: 2 }, () => {
  test('a port that is in use', async (t) => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    t.after(() => other.close())
    const folder = await dataFolder(t)
    const PORT = String((other.address() as AddressInfo).port)
    assert.match(
      await refusal(['serve'], { DOGEAR_DATA_DIR: folder, PORT }),
      new RegExp(`port ${PORT} .* in use: .*PORT`),
    )
    assert.deepEqual(readdirSync(folder), [])
  })

  test('a host that is unknown, or of another machine', async (t) => {
    const folder = await dataFolder(t)
    for (const [host, PORT] of [
      ['no-such-host.invalid', '0'],
      ['192.0.2.1', '0'],
      ['192.0.2.1', '18999'],
    ] as const) {
      const sentence = await refusalWithin(['serve'], { DOGEAR_DATA_DIR: folder, DOGEAR_HOST: host, PORT })
      assert.match(sentence, new RegExp(`${host}.*: set DOGEAR_HOST`))
    }
    assert.deepEqual(readdirSync(folder), [])
  })

  test('a secret that is too short, cannot be read, or is damaged', async (t) => {
    const folder = await dataFolder(t)
    const database = { DOGEAR_DATA_DIR: folder }
    assert.match(await refusalWithin(['serve'], { ...database, DOGEAR_SECRET: 'short' }), /DOGEAR_SECRET .*32 bytes/)
    for (const file of [join(folder, 'none'), folder]) {
      const sentence = await refusalWithin(['serve'], { ...database, DOGEAR_SECRET_FILE: file })
      assert.match(sentence, /DOGEAR_SECRET cannot be read from \S+:/)
    }
    assert.deepEqual(readdirSync(folder), [])
    await writeFile(join(folder, 'dogear.db'), '')
    await writeFile(join(folder, 'secret'), 'cut off')
    assert.match(await refusalWithin(['serve'], database), /secret is damaged: .*backup/)
    await rm(join(folder, 'secret'))
    await mkdir(join(folder, 'secret'))
    assert.match(await refusal(['serve'], database), /secret cannot be read: .*DOGEAR_SECRET/)
    assert.equal(readFileSync(join(folder, 'dogear.db')).length, 0)
  })

  test('proxies that are no addresses', async (t) => {
    const folder = await dataFolder(t)
    for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.1,nonsense', 'fe80::1%eth0', '10.0.0.0/8/8']) {
      const sentence = await refusalWithin(['serve'], { DOGEAR_DATA_DIR: folder, DOGEAR_TRUSTED_PROXIES: wrong })
      assert.match(sentence, /DOGEAR_TRUSTED_PROXIES must be .*IP addresses/)
    }
    assert.deepEqual(readdirSync(folder), [])
  })

  test('a data folder that cannot be one', async (t) => {
    const file = join(await dataFolder(t), 'file')
    await writeFile(file, '')
    for (const folder of [file, join(file, 'below')]) {
      assert.match(
        await refusalWithin(['serve'], { DOGEAR_DATA_DIR: folder }),
        /is a file, not a folder: .*DOGEAR_DATA_DIR/,
      )
    }
  })

  test('a data folder or a secret without permission', { skip: NO_UNPRIVILEGED_USER }, async (t) => {
    const [empty, used] = [await dataFolder(t), await usedFolder(t)]
    await chmod(empty, 0o555)
    assert.match(
      await refusal(['serve'], { DOGEAR_DATA_DIR: empty }, AS_UNPRIVILEGED_USER),
      /cannot be written to: make it writable/,
    )
    assert.deepEqual(readdirSync(empty), [])
    await chmod(used, 0o777)
    await chmod(join(used, 'dogear.db'), 0o666)
    await chmod(join(used, 'secret'), 0)
    assert.match(
      await refusal(['serve'], { DOGEAR_DATA_DIR: used }, AS_UNPRIVILEGED_USER),
      /secret cannot be read: .*readable for/,
    )
    await chmod(join(used, 'dogear.db'), 0o444)
    assert.match(
      await refusal(['serve'], { DOGEAR_DATA_DIR: used }, AS_UNPRIVILEGED_USER),
      /dogear\.db cannot be written to/,
    )
  })

  test('a data folder on a disk that is read-only', { skip: NO_MOUNTS }, async (t) => {
    const folder = await dataFolder(t)
    const readOnly = mounted(`mount --bind ${folder} ${folder}; mount -o remount,bind,ro ${folder}`)
    assert.match(await refusal(['serve'], { DOGEAR_DATA_DIR: folder }, readOnly), /cannot be written to: .*mount/)
    const elsewhere = { DOGEAR_DATA_DIR: folder, DATABASE_URL: `sqlite:${await dataFolder(t)}/dogear.db` }
    assert.match(await refusal(['serve'], elsewhere, readOnly), /cannot be written to/)
  })

  test('a database file that is read-only', { skip: NO_MOUNTS }, async (t) => {
    const folder = await usedFolder(t)
    const path = join(folder, 'dogear.db')
    const readOnly = mounted(`mount --bind ${path} ${path}; mount -o remount,bind,ro ${path}`)
    assert.match(await refusal(['serve'], { DOGEAR_DATA_DIR: folder }, readOnly), /dogear\.db cannot be written to/)
    const adding = ['user', 'add', 'bob', '--password-stdin']
    const sentence = await refusal(adding, { DOGEAR_DATA_DIR: folder }, { ...readOnly, input: PASSWORD })
    assert.match(sentence, /dogear\.db cannot be used as a database: .*readonly.*writable/)
    assert.match(
      (await runDogear(['user', 'list'], { ...readOnly, environment: { DOGEAR_DATA_DIR: folder } })).stdout,
      /alice/,
    )
  })

  test('a disk that is full', { skip: NO_MOUNTS }, async (t) => {
    const folder = await dataFolder(t)
    const full = mounted(`mount -t tmpfs -o size=64k none ${folder}`)
    assert.match(await refusal(['serve'], { DOGEAR_DATA_DIR: folder }, full), /is full: free at least/)
    assert.match(await refusal(['migrate'], { DOGEAR_DATA_DIR: folder }, full), /disk is full; free some space/)
  })

  test('a database that is damaged, for serve, backup and check', async (t) => {
    const whole = await usedFolder(t)
    const damages: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
      header: (path) => overwrite(path, 0),
      middle: (path) => overwrite(path, 60_000),
      end: (path) => truncate(path, 100_000),
    }
    for (const [place, damage] of Object.entries(damages)) {
      const folder = await dataFolder(t)
      for (const name of readdirSync(whole)) await copyFile(join(whole, name), join(folder, name))
      const path = join(folder, 'dogear.db')
      await damage(path)
      const before = readFileSync(path)
      const environment = { DOGEAR_DATA_DIR: folder }
      for (const command of [['serve'], ['backup', '--to', join(folder, 'copy')]]) {
        const refused = place === 'middle' ? refusal : refusalWithin
        assert.match(await refused(command, environment), /cannot be used as a database: .*dogear restore/, place)
      }
      const { code, stdout, stderr } = await (place === 'middle' ? runDogear : callDogear)(['check'], { environment })
      assert.equal(code, 1, place)
      assert.match(stdout, /malformed|not a database/)
      assert.match(stderr, /^\S+ is damaged: [^\n]*dogear restore[^\n]*\n$/)
      assert.ok(readFileSync(path).equals(before), place)
      assert.ok(!readdirSync(folder).some((name) => name.startsWith('copy')), 'nothing is left of the backup')
    }
    assert.match(await refusalWithin(['check'], { DOGEAR_DATA_DIR: await dataFolder(t) }), /dogear\.db does not exist/)
  })

  test('a backup that cannot be written', { skip: NO_MOUNTS }, async (t) => {
    const [folder, target] = [await usedFolder(t), await dataFolder(t)]
    const full = mounted(`mount -t tmpfs -o size=8k none ${target}`)
    const sentence = await refusal(['backup', '--to', join(target, 'copy')], { DOGEAR_DATA_DIR: folder }, full)
    assert.match(sentence, /the backup \S+copy cannot be written: .*free some space/)
    await writeFile(join(target, 'file'), '')
    const below = await refusalWithin(['backup', '--to', join(target, 'file', 'copy')], { DOGEAR_DATA_DIR: folder })
    assert.match(below, /cannot be written: ENOTDIR/)
  })

  test('a backup without the missing key warns, and fails', async (t) => {
    const [folder, target] = [await usedFolder(t), await dataFolder(t)]
    const environment = { DOGEAR_DATA_DIR: folder }
    await rm(join(folder, 'secret'))
    const run = (name: string, more: Environment, ...options: string[]) =>
      callDogear(['backup', '--to', join(target, name), ...options], { environment: { ...environment, ...more } })
    const lost = await runDogear(['backup', '--to', join(target, 'lost')], { environment })
    assert.equal(lost.code, 1)
    assert.match(lost.stderr, /warning: the secret \S+secret is missing, so this backup has no key: .*$/m)
    assert.ok(existsSync(join(target, 'lost', 'manifest.json')), 'the database is kept all the same')
    assert.equal((await run('on-purpose', {}, '--without-secret')).code, 0)
    const given = await run('given', { DOGEAR_SECRET: randomBytes(32).toString('hex') })
    assert.equal(given.code, 0)
    assert.match(given.stderr, /the key comes from DOGEAR_SECRET/)
  })

  for (const dialect of DIALECTS) {
    test(`${dialect}: a database of a newer version`, async (t) => {
      const DATABASE_URL = await migratedDatabaseUrl(t, dialect)
      const newer = "insert into migration values (999, '0999-future', '2100-01-01T00:00:00Z')"
      if (dialect === 'postgres') await administrate(DATABASE_URL, newer)
      else runSql(DATABASE_URL.slice('sqlite:'.length), newer)
      const environment = { DATABASE_URL, DOGEAR_DATA_DIR: await dataFolder(t) }
      for (const sentence of [await refusal(['serve'], environment), await refusalWithin(['migrate'], environment)]) {
        assert.match(sentence, /step 0999-future, .*start a version at least as new/)
      }
    })

    test(`${dialect}: accounts whose secret is missing, unless a new one is accepted`, async (t) => {
      const folder = await dataFolder(t)
      const environment = { DATABASE_URL: await migratedDatabaseUrl(t, dialect), DOGEAR_DATA_DIR: folder }
      const add = ['user', 'add', 'alice', '--password-stdin']
      assert.equal((await callDogear(add, { environment, input: PASSWORD })).code, 0)
      const [secret, aside] = [join(folder, 'secret'), join(folder, 'aside')]
      await rename(secret, aside)
      for (const command of [['serve'], ['client', 'create', '--user', 'alice', '--name', 'x']]) {
        assert.match(
          await refusalWithin(command, environment),
          /secret is missing, but .*accounts: .*backup.*--new-secret/,
        )
      }
      assert.deepEqual(
        readdirSync(folder).filter((name) => name === 'secret'),
        [],
      )
      const key = randomBytes(32).toString('hex')
      const starts: readonly (readonly [args: readonly string[], more: Environment])[] = [
        [['serve'], { DOGEAR_SECRET: key }],
        [['serve', '--new-secret'], {}],
        [['serve'], {}],
      ]
      // PostgreSQL is tested only with `--new-secret`, because the other starts do not depend on the kind of database.
      for (const [args, more] of dialect === 'sqlite' ? starts : starts.slice(1, 2)) {
        const server = startDogear(t, args, { ...environment, PORT: '0', ...more })
        await server.ready
        assert.equal((await server.kill('SIGTERM')).code, 0, server.output())
        assert.equal(existsSync(secret), more['DOGEAR_SECRET'] === undefined)
      }
      assert.notEqual(readFileSync(secret, 'utf8'), readFileSync(aside, 'utf8'))
    })
  }

  for (const dialect of DIALECTS.filter((name) => name === 'postgres')) {
    test(`${dialect}: a server that is away, unknown, or refuses`, async (t) => {
      const url = await migratedDatabaseUrl(t, dialect)
      const folder = await dataFolder(t)
      const changed = (change: (address: URL) => unknown): string => {
        const address = new URL(url)
        change(address)
        return address.href
      }
      const cases: readonly (readonly [string, RegExp])[] = [
        [changed((address) => (address.port = '1')), /PostgreSQL at 127\.0\.0\.1:1 refuses connections: /],
        [changed((address) => (address.hostname = 'no-such-host.invalid')), /the host name in no-such[^ ]* is unknown/],
        [changed((address) => (address.password = 'guessed')), /refuses the user postgres: .*password/],
        [databaseOnServer(url, 'no_such_database'), /has no database no_such_database: create it/],
        [changed((address) => (address.search = '?sslmode=verify-full')), /offers no TLS/],
        ['postgres://u:guessed@[/x', /DATABASE_URL is not a valid address/],
      ]
      for (const [index, [DATABASE_URL, expected]] of cases.entries()) {
        for (const command of [['serve'], ['worker'], ['user', 'list']]) {
          const refused = index === 0 ? refusal : refusalWithin
          const sentence = await refused(command, { DATABASE_URL, DOGEAR_DATA_DIR: folder })
          assert.match(sentence, expected)
          assert.doesNotMatch(sentence, /guessed/)
        }
      }
      assert.deepEqual(readdirSync(folder), [])
    })

    test(`${dialect}: a database that is read-only`, async (t) => {
      const url = await migratedDatabaseUrl(t, dialect)
      const name = new URL(url).pathname.slice(1)
      await administrate(url, `alter database ${name} set default_transaction_read_only = on`)
      const environment = { DATABASE_URL: url, DOGEAR_DATA_DIR: await dataFolder(t) }
      assert.match(await refusal(['serve'], environment), /is read-only: /)
    })
  }
})

async function overwrite(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(40_000, 0xff), 0, 40_000, at)
  await file.close()
}

function runSql(path: string, sql: string): void {
  const connection = new DatabaseSync(path)
  connection.exec(sql)
  connection.close()
}
