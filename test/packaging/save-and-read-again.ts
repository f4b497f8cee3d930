import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ask, grantToken, save, type Account } from '../crash/api-client.ts'
import { answering, articlePage, NEWS, startSite } from '../support/site.ts'
import { makeInstalledAccount, runInstalled, startInstalled, type InstalledDogear } from './installed-dogear.ts'

/** Maximum milliseconds for a stop. Docker and Podman kill a process after ten seconds, Kubernetes after 30. */
const MAX_STOP_MS = 10_000

/** An entry that one run saves and a later run reads. */
export interface SavedEntry {
  readonly account: Account
  readonly id: number
}

/**
 * Starts an installation, adds an account and an API client, saves a page, reads it, and stops.
 * @param base address of the server; `environment` of `dogear` contains the same address
 */
export async function saveAndStop(t: TestContext, dogear: InstalledDogear, base: string): Promise<SavedEntry> {
  const site = await startSite(t)
  site.page('/wall', answering(articlePage(NEWS)))
  const server = await startInstalled(t, dogear)
  const account = await makeInstalledAccount(dogear)
  const token = await grantToken(base, account)
  const saved = await save(base, token, `${site.url}/wall`)
  assert.ok(saved.kind === 'answered' && saved.status === 200, server.output())
  const id = Number(saved.body['id'])
  assert.match(server.output(), /setup\?code=/, 'the start prints the address for the first account')
  await readEntry(base, token, id)
  await checkHealth(dogear, 0, /^The server at http:\/\/\S+ is ready\.\n$/)
  const { code, ms } = await server.stop()
  assert.equal(code, 0, server.output())
  assert.ok(ms < MAX_STOP_MS, `it took ${ms} ms to stop`)
  t.diagnostic(`stopped within ${ms} ms`)
  await checkHealth(dogear, 1, /does not answer/)
  return { account, id }
}

/** Starts an installed Dogear on the data of an earlier run, and reads its entry. */
export async function findAgain(
  t: TestContext,
  dogear: InstalledDogear,
  base: string,
  { account, id }: SavedEntry,
): Promise<void> {
  const server = await startInstalled(t, dogear)
  await readEntry(base, await grantToken(base, account), id)
  const { code } = await server.stop()
  assert.equal(code, 0, server.output())
}

async function readEntry(base: string, token: string, id: number): Promise<void> {
  const read = await ask(base, token, { path: `/api/entries/${id}.json` })
  assert.ok(read.kind === 'answered' && read.status === 200)
  assert.equal(read.body['title'], NEWS.title)
  assert.match(String(read.body['content']), /Forty volunteers met every Saturday/)
  const book = await fetch(`${base}/api/entries/${id}/export.epub`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(book.headers.get('content-type'), 'application/epub+zip')
  assert.ok((await book.arrayBuffer()).byteLength > 1000, 'fonts, images and the writer of books are there')
}

async function checkHealth(dogear: InstalledDogear, expected: number, sentence: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runInstalled(dogear, ['health'])
  assert.equal(code, expected, stderr)
  assert.match(stdout + stderr, sentence)
}
