import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestApp } from '../support/app.ts'

const PAGE = 4096

/** Copies all committed pages from the write-ahead log into the database file. @returns the path of the file */
function checkpoint({ services }: TestApp): string {
  const location = services.settings.DATABASE_URL!
  assert.ok(location.dialect === 'sqlite')
  const connection = new DatabaseSync(location.path, { timeout: 5000 })
  connection.exec('pragma wal_checkpoint(truncate)')
  connection.close()
  return location.path
}

/** Overwrites a part of a file with random bytes. */
async function damage(path: string, start: number, end?: number): Promise<void> {
  const file = await open(path, 'r+')
  const size = (end ?? (await file.stat()).size) - start
  await file.write(randomBytes(size), 0, size, start)
  await file.close()
}

const status = async ({ app }: TestApp): Promise<number> => (await app.inject({ url: '/readyz' })).statusCode

test('a server whose database file is overwritten is no longer ready, even if it is idle', async (t) => {
  const app = await testApp(t, 'sqlite')
  assert.equal(await status(app), 200)
  await damage(checkpoint(app), 0)
  await waitFor('not being ready', async () => (await status(app)) === 503)
})

test('a server is no longer ready after a read has met a damaged page', async (t) => {
  const app = await testApp(t, 'sqlite')
  const content = `<p>${'Words of a long text. '.repeat(4000)}</p>`
  const { id } = await app.save(app.alice, 'https://example.org/long', { title: 'T', content })
  const path = checkpoint(app)
  const connection = new DatabaseSync(path, { readOnly: true })
  const { rootpage } = connection.prepare("select rootpage from sqlite_schema where name = 'entry_content'").get() as {
    rootpage: number
  }
  connection.close()
  await damage(path, (rootpage - 1) * PAGE, rootpage * PAGE)
  await app.services.database.releaseMemory()
  const answer = await app.ask(app.alice, { url: `/api/entries/${id}` })
  assert.equal(answer.statusCode, 500)
  await waitFor('not being ready', async () => (await status(app)) === 503)
})
