/**
 * Calibre-Web is the store of a Kobo e-reader. `npm run test:clients`. The test is skipped without Python 3; it installs
 * Calibre-Web from PyPI.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { deviceOf } from '../kobo/device.fixture.ts'
import { testApp } from '../support/app.ts'
import { freePort } from '../support/ports.ts'

const run = promisify(execFile)
const PACKAGES = ['calibreweb==0.6.27', 'jsonschema==4.25.1']
const TOKEN = '0123456789abcdef0123456789abcdef'

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-V'])
    return true
  } catch {
    return false
  }
}

test('Calibre-Web answers a device behind the server', { skip: hasPython() ? false : 'needs python3' }, async (t) => {
  const store = await calibreWeb(t)
  const app = await testApp(t, 'sqlite')
  const { key } = await deviceOf(app, { store })
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const send = (path: string, more: RequestInit = {}) => fetch(`${base}/kobo/${key}/store/v1/${path}`, more)

  const initialization = await send('initialization')
  const { Resources: resources } = (await initialization.json()) as { Resources: Record<string, unknown> }
  assert.equal(resources['instapaper_env_url'], `${app.baseUrl}/kobo/${key}/instapaper`)
  assert.equal(resources['instapaper_enabled'], 'True')
  assert.deepEqual(
    [initialization.headers.get('x-kobo-apitoken'), initialization.headers.get('set-cookie')],
    ['e30=', null],
  )
  // The device asks the book server itself for its library.
  assert.equal(resources['library_sync'], `${store}/v1/library/sync`)

  const sync = await send('library/sync')
  assert.deepEqual([sync.status, await sync.json()], [200, []])
  assert.ok(sync.headers.get('x-kobo-synctoken'))
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"UserKey":"x"}' }
  assert.match(await (await send('auth/device', sent)).text(), /"TokenType":"Bearer"/)
})

/** Starts Calibre-Web with an empty library. @returns the address that its users enter in the device */
async function calibreWeb(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-calibre-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await run('python3', ['-m', 'venv', join(folder, 'env')])
  const python = join(folder, 'env/bin/python')
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES])
  const port = await freePort()
  const start = async () => {
    const files = ['-p', join(folder, 'app.db'), '-g', join(folder, 'gdrive.db'), '-i', '127.0.0.1']
    const env = { ...process.env, HOME: folder, CALIBRE_DBPATH: folder, CALIBRE_PORT: String(port) }
    const server = spawn(join(folder, 'env/bin/cps'), files, { cwd: folder, env })
    let output = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()))
    while (!output.includes('server started'))
      await Promise.race([once(server.stdout, 'data'), failedStart(server, () => output)])
    return async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    }
  }
  // The first start creates the database of its settings.
  await (
    await start()
  )()
  await makeLibrary(folder)
  t.after(await start())
  return `http://127.0.0.1:${port}/kobo/${TOKEN}`
}

async function failedStart(server: ReturnType<typeof spawn>, output: () => string): Promise<never> {
  await once(server, 'exit')
  throw new Error(`Calibre-Web ended: ${output()}`)
}

/** The tables of a library of calibre that Calibre-Web reads. */
const LINKED = [
  'authors:author',
  'series:series',
  'tags:tag',
  'languages:lang_code',
  'publishers:publisher',
  'ratings:rating',
]
const TABLES = [
  'books (id integer primary key, title, sort, timestamp, pubdate, series_index, author_sort, isbn, lccn, path, flags, uuid, has_cover, last_modified)',
  'library_id (id integer primary key, uuid)',
  'data (id integer primary key, book, format, uncompressed_size, name)',
  'comments (id integer primary key, book, text)',
  'identifiers (id integer primary key, book, type, val)',
  'custom_columns (id integer primary key, label, name, datatype, mark_for_delete, editable, display, is_multiple, normalized)',
  ...LINKED.map((one) => `${one.split(':')[0]!} (id integer primary key, name, sort, link, lang_code, rating)`),
  ...LINKED.map((one) => one.split(':')).map(
    ([table, column]) => `books_${table!}_link (id integer primary key, book, ${column!}, item_order)`,
  ),
]

async function makeLibrary(folder: string): Promise<void> {
  const library = join(folder, 'library')
  await mkdir(library)
  const metadata = new DatabaseSync(join(library, 'metadata.db'))
  for (const table of TABLES) metadata.exec(`create table ${table}`)
  metadata.prepare('insert into library_id (uuid) values (?)').run('a')
  metadata.close()
  const settings = new DatabaseSync(join(folder, 'app.db'))
  settings
    .prepare(
      "update settings set config_calibre_dir = ?, config_calibre_uuid = 'a', config_kobo_sync = 1, config_kobo_proxy = 0, config_external_port = config_port",
    )
    .run(library)
  settings
    .prepare(
      "insert into remote_auth_token (auth_token, user_id, verified, expiration, token_type) values (?, 1, 1, '9999-12-31 00:00:00.000000', 1)",
    )
    .run(TOKEN)
  settings.close()
}
