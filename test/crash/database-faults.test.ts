import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { dataFolder, runDogear } from '../cli/run-dogear.ts'
import { DIALECTS, testDatabase } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { startDogear } from './dogear-process.ts'
import { LastInFirstOut, makeInstallation } from './installation.ts'
import { startTimedSite, titleAt } from './timed-site.ts'
import { ask, grantToken, makeAccount, save } from './api-client.ts'

/** Milliseconds for which another process locks the database file. */
const LOCKED_MS = 2000

suite('a database that is not as it should be', { concurrency: true }, () => {
  for (const dialect of DIALECTS.filter((name) => name === 'sqlite')) {
    test(`${dialect}: while another process has the file locked, writes wait and reads do not`, async (t) => {
      const cleanUp = new LastInFirstOut(t)
      const site = await startTimedSite(cleanUp)
      const { base, environment } = await makeInstallation(cleanUp, dialect)
      const server = startDogear(cleanUp, 'serve', environment)
      await server.ready
      const token = await grantToken(base, await makeAccount(environment))
      await save(base, token, `${site.url}/fast/1`)

      const other = new DatabaseSync(join(environment['DOGEAR_DATA_DIR']!, 'dogear.db'), { timeout: 5000 })
      cleanUp.after(() => other.close())
      other.exec('begin immediate')
      const since = performance.now()
      const writing = save(base, token, `${site.url}/fast/2`)
      const reads = await readUntil(base, token, since + LOCKED_MS)
      other.exec('rollback')
      const answer = await writing
      assert.equal(answer.kind === 'answered' && answer.body['title'], titleAt('/fast/2'))
      assert.ok((answer as { at: number }).at - since >= LOCKED_MS)
      assert.ok(reads > 2, `${reads} reads during the lock`)
      assert.equal((await server.kill('SIGTERM')).code, 0, server.output())
    })

    test(`${dialect}: a full disk refuses writes, allows reads, and recovers when there is room again`, async (t) => {
      const { database } = await testDatabase(t, dialect)
      const limitPages = (count: number) =>
        database.transaction((tx) => tx.executeQuery(CompiledQuery.raw(`pragma max_page_count = ${count}`)))
      const write = (value: string) =>
        database.transaction((tx) => tx.insertInto('instance').values({ name: 'n', value }).execute())
      await limitPages(1)
      await assert.rejects(write('x'.repeat(1_000_000)), { name: 'AppError', code: 'unavailable' })
      const read = database.prepare<{ value: string }>('select value from instance')
      assert.deepEqual(await read.all(), [])
      await limitPages(1_000_000)
      await write('there is room')
      assert.equal((await read.all())[0]?.value, 'there is room')
    })

    test(`${dialect}: whether it can be written is asked between transactions, not within one`, async (t) => {
      const { database } = await testDatabase(t, dialect)
      const writing = database.transaction(async (tx) => {
        await tx.insertInto('instance').values({ name: 'n', value: 'v' }).execute()
        await pause(100)
      })
      await pause(30)
      await database.ping()
      await writing
      const version = database.version()
      await database.ping()
      assert.equal(database.version(), version, 'a question is no write')
      assert.equal((await database.prepare('select value from instance').all()).length, 1)
    })

    test(`${dialect}: a file that is no database is named, and left as it is`, async (t) => {
      const folder = await dataFolder(t)
      const path = join(folder, 'dogear.db')
      const text = 'Dear diary, '.repeat(1000)
      await writeFile(path, text)
      assert.match(
        await refusal({ DOGEAR_DATA_DIR: folder }),
        /dogear\.db cannot be used as a database: .*not a database/,
      )
      assert.equal(readFileSync(path, 'utf8'), text)
    })

    test(`${dialect}: a folder that cannot be written to is named`, async (t) => {
      const file = join(await dataFolder(t), 'file')
      await writeFile(file, '')
      assert.match(
        await refusal({ DOGEAR_DATA_DIR: file }),
        /\S+\/file is a file, not a folder: correct DOGEAR_DATA_DIR/,
      )
      const { code, stderr } = await runDogear(['user', 'list'], {
        environment: { DOGEAR_DATA_DIR: join(file, 'below') },
      })
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^dogear: the database .* cannot be opened or created: .*ENOTDIR.*correct DOGEAR_DATA_DIR[^\n]*\n$/,
      )
    })

    test(`${dialect}: where a database was, no empty one is made in its place`, async (t) => {
      const folder = await dataFolder(t)
      const environment = { DOGEAR_DATA_DIR: folder, PORT: String(await freePort()) }
      const path = join(folder, 'dogear.db')
      await startAndStop(t, environment)
      for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true })
      for (const command of [['serve'], ['migrate'], ['user', 'list']]) {
        const { code, stdout, stderr } = await runDogear(command, { environment })
        assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, command.join(' '))
        assert.match(stderr, /^dogear: the database \S+dogear\.db is missing, but \S+secret, [^\n]*\n$/)
      }
      assert.ok(!existsSync(path))
      // The error message tells operators to create an empty file if they want to start with an empty database.
      await writeFile(path, '')
      await startAndStop(t, environment)
    })

    test(`${dialect}: a write-ahead log without its database is not opened as an empty database`, async (t) => {
      const folder = await dataFolder(t)
      await writeFile(join(folder, 'dogear.db-wal'), 'whatever was not yet in the file')
      // The program ignores a log that is newer than its process, because another process may be creating the database
      // at the same time. The pause makes the log older than the process.
      await pause(50)
      assert.match(await refusal({ DOGEAR_DATA_DIR: folder }), /is missing, but \S+dogear\.db-wal/)
      assert.ok(!existsSync(join(folder, 'dogear.db')))
    })

    test(`${dialect}: a command that creates the secret works`, async (t) => {
      const environment = { DOGEAR_DATA_DIR: await dataFolder(t), PORT: String(await freePort()) }
      const call = ['client', 'create', '--user', 'alice', '--name', 'early']
      const { code, stderr } = await runDogear(call, { environment })
      assert.equal(code, 1)
      assert.match(stderr, /alice/)
      await startAndStop(t, environment)
    })
  }
})

/** @returns the number of list requests that were sent one after the other and answered until `end` */
async function readUntil(base: string, token: string, end: number): Promise<number> {
  let count = 0
  while (performance.now() < end) {
    const answer = await ask(base, token, { path: '/api/entries.json' })
    assert.equal(answer.kind === 'answered' && answer.status, 200)
    count++
    await pause(50)
  }
  return count
}

/** @returns the one-line error with which `serve` fails to start */
async function refusal(environment: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runDogear(['serve'], { environment: { PORT: '0', ...environment } })
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr)
  assert.match(stderr, /^dogear: [^\n]+\n$/)
  return stderr
}

async function startAndStop(t: Parameters<typeof startDogear>[0], environment: Record<string, string>): Promise<void> {
  const server = startDogear(t, 'serve', environment)
  await server.ready
  assert.equal((await server.kill('SIGTERM')).code, 0, server.output())
}
