import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { insertEntry } from '../../src/entries/entry.repository.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'
import { advanceRevision } from '../../src/users/revision.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { callDogear, dataFolder, runDogear } from './run-dogear.ts'

const NOW = '2026-01-02T03:04:05.000Z'

for (const dialect of DIALECTS) {
  test(`${dialect}: entries are written to a file, all of them or those that a query finds`, async (t) => {
    const folder = await dataFolder(t)
    const environment = { DOGEAR_DATA_DIR: folder, DATABASE_URL: await migratedDatabaseUrl(t, dialect) }
    const input = 'ink on paper, twice\n'
    for (const name of ['alice', 'bob'])
      await callDogear(['user', 'add', name, '--password-stdin'], { environment, input })
    await addEntries(environment.DATABASE_URL)
    const path = join(folder, 'entries.json')
    const call = ['export', '--user', 'alice', '--output', path]
    const run = (...more: string[]) => callDogear([...call, ...more], { environment })
    const titles = async () =>
      (JSON.parse(await readFile(path, 'utf8')) as { title: string }[]).map(({ title }) => title)

    const all = await runDogear(call, { environment })
    assert.deepEqual([all.code, all.stderr], [0, ''])
    assert.equal(all.stdout, `Wrote 3 entries to ${path}.\n`)
    assert.deepEqual(await titles(), ['Harbour', 'Wall', 'Sea'])
    assert.equal((await run('--query', 'is:starred (wall OR sea)')).stdout, `Wrote 1 entry to ${path}.\n`)
    assert.deepEqual(await titles(), ['Wall'])
    assert.equal((await run('--query', 'word:nowhere')).code, 0)
    assert.deepEqual(await titles(), [])
    assert.equal((await run('--query', 'harbour', '--format', 'md')).code, 0)
    assert.match(await readFile(path, 'utf8'), /Harbour/)

    assert.equal((await run('--format', 'exe')).code, 2)
    assert.equal((await callDogear(['export', '--user', 'alice'], { environment })).code, 2)
    assert.equal((await run('--user', 'carol')).code, 1)
    const help = await callDogear(['export', '--help'], { environment })
    assert.match(help.stdout, /--query QUERY/)
    const unwritable = join(folder, 'no-folder', 'entries.json')
    assert.equal((await run('--output', unwritable)).code, 1)
    assert.equal(existsSync(unwritable), false)
    await writeFile(path, 'before')
    assert.equal((await run()).code, 0)
    assert.equal((await titles()).length, 3)
  })
}

async function addEntries(url: string): Promise<void> {
  const database = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 2 })
  for (const [owner, title, is_starred] of [
    [1, 'Sea', 0],
    [1, 'Wall', 1],
    [1, 'Harbour', 1],
    [2, 'Wall of bob', 1],
  ] as const) {
    await ownerTransaction(database, owner as UserId, async (tx) => {
      const revision = await advanceRevision(tx, owner as UserId)
      const times = { created_at: NOW, updated_at: NOW }
      const address = `https://a.example/${title.length}`
      await insertEntry(tx, { user_id: owner, url: address, title, is_starred, revision, ...times })
    })
  }
  await database.close()
}
