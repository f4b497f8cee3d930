import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import { DIALECTS, emptyDatabaseUrl } from '../support/database.ts'
import { dataFolder, PROGRAM, runDogear } from './run-dogear.ts'

interface Running {
  readonly child: ChildProcess
  /** output until the pattern matched */
  readonly printed: string
  /** resolves to the exit code */
  readonly ended: Promise<number | null>
}

/** Starts the program and waits until its standard output matches the pattern. */
function start(t: TestContext, command: string, environment: Record<string, string>, until: RegExp): Promise<Running> {
  const child = spawn(process.execPath, [PROGRAM, command], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let printed = ''
  let complaints = ''
  child.stderr.on('data', (piece) => (complaints += String(piece)))
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (piece) => {
      printed += String(piece)
      if (until.test(printed)) resolve({ child, printed, ended })
    })
    void ended.then((code) => reject(new Error(`${command} ended with ${code}: ${printed}${complaints}`)))
  })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: serve prints where it is, accounts are added beside it, and SIGTERM ends it with 0`, async (t) => {
    const environment = {
      DOGEAR_DATA_DIR: await dataFolder(t),
      DATABASE_URL: await emptyDatabaseUrl(t, dialect),
      PORT: '0',
    }
    const { child, printed, ended } = await start(t, 'serve', environment, /\/setup\?code=\S+/)
    const address = /listening on (http:\/\/\S+)/.exec(printed)![1]!
    for (const [path, text] of Object.entries({ healthz: 'ok', readyz: 'ready' })) {
      assert.equal(await (await fetch(`${address}/${path}`)).text(), text, 'and tells nothing else')
    }
    const setup = /http:\/\/\S+\/setup\?code=\S+/.exec(printed)![0]
    assert.equal((await fetch(setup)).status, 200)
    const added = await runDogear(['user', 'add', 'alice', '--admin', '--password-stdin'], {
      environment,
      input: 'ink on paper, twice\n',
    })
    assert.equal(added.code, 0, added.stderr)
    assert.notEqual((await fetch(setup, { redirect: 'manual' })).status, 200)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the start prints version, database, data folder, private hosts and address, and no password`, async (t) => {
    const folder = await dataFolder(t)
    const url = dialect === 'sqlite' ? `sqlite:${folder}/own.db` : await emptyDatabaseUrl(t, dialect)
    const environment = {
      DOGEAR_DATA_DIR: folder,
      DATABASE_URL: url,
      DOGEAR_BASE_URL: 'https://read.example.org',
      DOGEAR_FETCH_ALLOW: 'wiki.intern:8080, 10.1.0.0/16',
      PORT: '0',
    }
    const { printed } = await start(t, 'serve', environment, /is listening on \S+\n/)
    const { pathname, host } = new URL(url)
    const database =
      dialect === 'sqlite' ? `SQLite, ${folder}/own.db` : `PostgreSQL, database ${pathname.slice(1)} at ${host}`
    const lines = printed.split('\n')
    assert.match(lines[0]!, /^Dogear \d+\.\d+\.\d+(?:, commit [0-9a-f]{12})?$/)
    assert.deepEqual(lines.slice(1, 5), [
      `Database: ${database}`,
      `Data folder: ${folder}`,
      'Private hosts that may be fetched: wiki.intern:8080, 10.1.0.0/16',
      'Dogear is listening on https://read.example.org',
    ])
    assert.doesNotMatch(printed, /postgres:postgres/)
  })
}

test('worker refuses SQLite in one sentence', async (t) => {
  const environment = { DOGEAR_DATA_DIR: await dataFolder(t) }
  const { code, stdout, stderr } = await runDogear(['worker'], { environment })
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.match(stderr, /^[^\n]*PostgreSQL[^\n]*\n$/)
})

for (const dialect of DIALECTS.filter((name) => name === 'postgres')) {
  test(`${dialect}: worker runs until SIGTERM and ends with 0`, async (t) => {
    const environment = { DOGEAR_DATA_DIR: await dataFolder(t), DATABASE_URL: await emptyDatabaseUrl(t, dialect) }
    const { child, ended } = await start(t, 'worker', environment, /running/)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })
}
