import assert from 'node:assert/strict'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createHash, hash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { callDogear, runDogear } from '../cli/run-dogear.ts'
import { startDogear } from './dogear-process.ts'
import { LastInFirstOut, makeInstallation } from './installation.ts'
import { ask, grantToken, makeAccount, save, type Outcome } from './api-client.ts'
import { startTimedSite } from './timed-site.ts'

const IMAGE = Buffer.from('the bytes of an image')

/** Stores an image in the data folder, as the image store does. @returns its path within the folder */
function putImage(folder: string): string {
  const hex = createHash('sha256').update(IMAGE).digest('hex')
  const name = join('images', hex.slice(0, 2), hex)
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), IMAGE)
  return name
}

const idsOf = (file: string): number[] => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare('select id from entry order by id')
      .all()
      .map((row) => Number(row['id']))
  } finally {
    database.close()
  }
}

/** @returns the ids of the entries in a backup */
const idsIn = (backup: string): number[] =>
  globSync('tables/entry.*', { cwd: backup })
    .flatMap((part) =>
      String(zstdDecompressSync(readFileSync(join(backup, part))))
        .trim()
        .split('\n'),
    )
    .map((line) => Number((JSON.parse(line) as unknown[])[0]))
    .toSorted((a, b) => a - b)

const idOf = (outcome: Outcome): number => {
  assert.equal(outcome.kind, 'answered')
  return Number((outcome as { body: { id?: unknown } }).body.id)
}

test('D8: a backup made while the service saves holds all that was acknowledged before, and is restored elsewhere', async (t) => {
  const cleanUp = new LastInFirstOut(t)
  const site = await startTimedSite(cleanUp)
  const { base, environment } = await makeInstallation(cleanUp, 'sqlite', { DOGEAR_SAVE_WAIT_SECONDS: '0' })
  const folder = String(environment['DOGEAR_DATA_DIR'])
  const server = startDogear(cleanUp, 'serve', environment)
  await server.ready
  const account = await makeAccount(environment)
  const token = await grantToken(base, account)
  const saved: number[] = []
  const stopping = new AbortController()
  const saving = (async () => {
    for (let count = 0; !stopping.signal.aborted; count++) {
      saved.push(idOf(await save(base, token, `${site.url}/fast/${count}`)))
    }
  })()
  while (saved.length < 20) await new Promise((resolve) => setTimeout(resolve, 10))
  const image = putImage(folder)
  const before = [...saved]
  const backup = join(folder, 'backup-1')
  const made = await runDogear(['backup', '--to', backup], { environment })
  stopping.abort()
  await saving
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stdout, /backup-1: \d+ rows, 1 images, /)

  await t.test('a backup contains what was saved before, and reports itself', async () => {
    const held = new Set(idsIn(backup))
    assert.deepEqual(
      before.filter((id) => !held.has(id)),
      [],
    )
    assert.deepEqual(readdirSync(backup).toSorted(), ['images', 'manifest.json', 'secret', 'tables'])
    assert.equal((await stat(join(backup, 'secret'))).mode & 0o077, 0)
  })

  await t.test('it is not written over, and not restored while the service runs', async () => {
    const again = await callDogear(['backup', '--to', backup], { environment })
    assert.deepEqual([again.code, again.stderr.includes('already exists')], [1, true])
    const restored = await runDogear(['restore', backup, '--replace'], { environment })
    assert.deepEqual([restored.code, restored.stderr.includes('stop the service')], [1, true], restored.stderr)
    assert.equal(idOf(await save(base, token, `${site.url}/fast/0`)), saved[0], 'the service goes on')
  })

  await server.kill('SIGTERM')
  await t.test('a restore in place replaces later data, and keeps it beside the database', async () => {
    const all = idsOf(join(folder, 'dogear.db'))
    const restored = await runDogear(['restore', backup, '--replace'], { environment })
    assert.equal(restored.code, 0, restored.stderr)
    assert.deepEqual(idsOf(join(folder, 'dogear.db')), idsIn(backup))
    const [replaced] = readdirSync(folder).filter((name) => /^dogear\.db\.replaced-[^-]+-\d\d-\d\dT[\d-]+Z$/.test(name))
    assert.deepEqual(idsOf(join(folder, replaced!)), all)
  })

  await t.test('restored elsewhere, the service starts with it, and its clients go on', async () => {
    const other = await makeInstallation(cleanUp, 'sqlite')
    const restored = await runDogear(['restore', backup], { environment: other.environment })
    assert.equal(restored.code, 0, restored.stderr)
    assert.deepEqual(readFileSync(join(String(other.environment['DOGEAR_DATA_DIR']), image)), IMAGE)
    const again = startDogear(cleanUp, 'serve', other.environment)
    await again.ready
    const answer = await ask(other.base, token, { path: `/api/entries/${before[0]}.json` })
    assert.equal(idOf(answer), before[0])
    await again.kill('SIGTERM')
  })

  await t.test('with --end-sessions every token is dead', async () => {
    const other = await makeInstallation(cleanUp, 'sqlite')
    await callDogear(['restore', backup, '--end-sessions'], { environment: other.environment })
    const again = startDogear(cleanUp, 'serve', other.environment)
    await again.ready
    const answer = await ask(other.base, token, { path: '/api/entries.json' })
    assert.deepEqual(answer.kind === 'answered' && answer.status, 401)
    assert.ok(await grantToken(other.base, account))
  })
})

/** Makes a backup in the first format, which contains a copy of the SQLite file. @returns its path */
function makeFileCopy(folder: string): string {
  const backup = join(folder, 'backup')
  mkdirSync(backup)
  const database = new DatabaseSync(join(folder, 'dogear.db'))
  database.prepare('vacuum into ?').run(join(backup, 'dogear.db'))
  database.close()
  const image = putImage(folder)
  cpSync(join(folder, image), join(backup, image))
  const files = Object.fromEntries(
    ['dogear.db', image].map((name) => {
      const bytes = readFileSync(join(backup, name))
      return [name, { bytes: bytes.length, sha256: hash('sha256', bytes) }]
    }),
  )
  const manifest = { format: 1, version: '1.0.0', createdAt: new Date().toISOString(), files }
  writeFileSync(join(backup, 'manifest.json'), JSON.stringify(manifest, null, 2))
  return backup
}

test('D8: a damaged backup of the first format is refused without effect, and an intact one is restored', async (t) => {
  const cleanUp = new LastInFirstOut(t)
  const { environment } = await makeInstallation(cleanUp, 'sqlite')
  const folder = String(environment['DOGEAR_DATA_DIR'])
  await callDogear(['user', 'add', 'alice', '--password-stdin'], { environment, input: 'ink on paper, twice' })
  const backup = makeFileCopy(folder)
  const database = readFileSync(join(folder, 'dogear.db'))
  const refused = async (what: string, expected: RegExp) => {
    const { code, stderr } = await callDogear(['restore', backup, '--replace'], { environment })
    assert.equal(code, 1, what)
    assert.match(stderr, expected, what)
    assert.deepEqual(readFileSync(join(folder, 'dogear.db')), database, what)
  }
  const manifest = readFileSync(join(backup, 'manifest.json'), 'utf8')
  const copy = readFileSync(join(backup, 'dogear.db'))
  writeFileSync(join(backup, 'dogear.db'), Buffer.concat([copy.subarray(0, -1), Buffer.from([7])]))
  await refused('a changed byte', /the backup is damaged: .*dogear\.db/)
  writeFileSync(join(backup, 'dogear.db'), copy)
  writeFileSync(join(backup, 'manifest.json'), manifest.replace('"images/', '"../images/'))
  await refused('a way out of the folder', /manifest\.json cannot be read/)
  writeFileSync(join(backup, 'manifest.json'), manifest.slice(0, 50))
  await refused('half a manifest', /manifest\.json cannot be read/)
  const nowhere = await callDogear(['restore', join(folder, 'nowhere'), '--replace'], { environment })
  assert.match(nowhere.stderr, /contains no complete backup/)
  writeFileSync(join(backup, 'manifest.json'), manifest)
  const server = { ...environment, DATABASE_URL: 'postgres://127.0.0.1:9/none' }
  const other = await makeInstallation(cleanUp, 'sqlite')
  assert.equal((await callDogear(['restore', backup], { environment: other.environment })).code, 0)
  const users = await callDogear(['user', 'list'], { environment: other.environment })
  assert.match(users.stdout, /alice/)
  const refusal = await callDogear(['restore', backup, '--replace'], { environment: server })
  assert.match(refusal.stderr, /contains a copy of an SQLite database: restore it with DATABASE_URL=sqlite:/)
})

test('D4: check finds damage, and reports when there is none', async (t) => {
  const cleanUp = new LastInFirstOut(t)
  const { environment } = await makeInstallation(cleanUp, 'sqlite')
  const folder = String(environment['DOGEAR_DATA_DIR'])
  await callDogear(['user', 'add', 'alice', '--password-stdin'], { environment, input: 'ink on paper, twice' })
  const sound = await runDogear(['check'], { environment })
  assert.deepEqual([sound.code, sound.stdout], [0, `${join(folder, 'dogear.db')} is intact\n`])
  const database = new DatabaseSync(join(folder, 'dogear.db'))
  database.exec('pragma foreign_keys = off; delete from users; pragma wal_checkpoint(truncate)')
  database.close()
  const orphaned = await callDogear(['check'], { environment })
  assert.deepEqual([orphaned.code, /refers to nothing in users/.test(orphaned.stdout)], [1, true])
  const bytes = readFileSync(join(folder, 'dogear.db'))
  bytes.fill(0xff, 8192, 8192 + 2000)
  writeFileSync(join(folder, 'dogear.db'), bytes)
  assert.equal((await callDogear(['check'], { environment })).code, 1)
})
