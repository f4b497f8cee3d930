import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { startDogear } from '../crash/dogear-process.ts'
import { LastInFirstOut, makeInstallation } from '../crash/installation.ts'
import { ask, grantToken, makeAccount, type Account } from '../crash/api-client.ts'
import { launchProfile } from '../support/browser.ts'
import { until, untilWatched } from './service-and-browser.fixture.ts'
import { untilKept } from './offline-store.fixture.ts'

/** A server with a library in its own process. The test can kill and restart it. */
export interface OfflineServer {
  readonly base: string
  readonly account: Account
  readonly token: string
  readonly ids: readonly number[]
  readonly cleanUp: LastInFirstOut
  start(): Promise<void>
  kill(): Promise<void>
}

/** Starts a server with this number of entries, titled `Entry 1` and so on. */
export async function startServer(
  t: ConstructorParameters<typeof LastInFirstOut>[0],
  entries: number,
): Promise<OfflineServer> {
  const cleanUp = new LastInFirstOut(t)
  const { base, environment } = await makeInstallation(cleanUp, 'sqlite', { DOGEAR_SAVE_WAIT_SECONDS: '0' })
  let server = startDogear(cleanUp, 'serve', environment)
  await server.ready
  const account = await makeAccount(environment)
  const token = await grantToken(base, account)
  const ids: number[] = []
  for (let number = 1; number <= entries; number++) {
    const body = {
      url: `https://example.org/article/${number}`,
      title: `Entry ${number}`,
      content: `<p>Entry ${number} has a text of some words.</p>`.repeat(5),
      tags: 'harbour',
    }
    const outcome = await ask(base, token, { method: 'POST', path: '/api/entries.json', body })
    assert.ok(outcome.kind === 'answered' && outcome.status === 200)
    ids.push(Number(outcome.body['id']))
  }
  return {
    base,
    account,
    token,
    ids,
    cleanUp,
    start: async () => {
      server = startDogear(cleanUp, 'serve', environment)
      await server.ready
    },
    kill: async () => void (await server.kill('SIGKILL')),
  }
}

/** @returns a folder for a browser profile. It is deleted when the test ends. */
export async function profileFolder(t: LastInFirstOut): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-profile-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Opens a browser with the profile. */
export async function openProfile(
  server: OfflineServer,
  folder: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await launchProfile(folder)
  server.cleanUp.after(() => context.close().catch(() => undefined))
  const page = context.pages()[0] ?? (await context.newPage())
  page.setDefaultTimeout(45_000)
  return { context, page }
}

/** Signs in, and waits until the library is stored in the browser. */
export async function storeLibrary(server: OfflineServer, page: Page): Promise<void> {
  const { base, ids } = server
  await page.goto(`${base}/login`)
  await signIn(server, page)
  await untilWatched(page)
  await untilKept(page, ids.length)
}

/**
 * Opens the list. If the killed browser lost its session, signs in first: Chromium writes cookies to disk only after up
 * to 30 seconds. Pending changes are written at once, so the kill does not lose them.
 */
export async function returnOnline(server: OfflineServer, page: Page): Promise<void> {
  const cookies = await page.context().cookies(server.base)
  if (!cookies.some(({ httpOnly }) => httpOnly)) {
    await page.goto(`${server.base}/login`)
    await signIn(server, page)
  }
  await page.goto(server.base)
}

async function signIn({ account }: OfflineServer, page: Page): Promise<void> {
  await page.fill('[name=_username]', account.username)
  await page.fill('[name=_password]', account.password)
  await Promise.all([page.waitForURL((url) => !url.pathname.startsWith('/login')), page.click('main .button')])
}

/** Kills all processes of a browser at once, as a system that is out of memory does. */
export function killBrowser(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}

/** The values of an entry that must be equal on the server and in the browser. */
interface ComparedEntry {
  readonly id: number
  readonly title: string
  readonly isArchived: boolean
  readonly isStarred: boolean
  readonly tags: readonly string[]
  readonly notes: readonly string[]
}

/** @returns the entries on the server, by id */
export async function entriesOfServer({ base, token }: OfflineServer): Promise<ComparedEntry[]> {
  const outcome = await ask(base, token, { path: '/api/entries.json?perPage=200' })
  assert.ok(outcome.kind === 'answered')
  const { items } = outcome.body['_embedded'] as { items: readonly WireEntry[] }
  const compared = items.map((one) => ({
    id: one.id,
    title: one.title,
    isArchived: one.is_archived === 1,
    isStarred: one.is_starred === 1,
    tags: one.tags.map(({ label }) => label).toSorted(),
    notes: one.annotations.map(({ quote, text }) => `${quote}|${text}`).toSorted(),
  }))
  return compared.toSorted((one, other) => one.id - other.id)
}

interface WireEntry {
  readonly id: number
  readonly title: string
  readonly is_archived: number
  readonly is_starred: number
  readonly tags: readonly { readonly label: string }[]
  readonly annotations: readonly { readonly quote: string; readonly text: string }[]
}

interface StoredState {
  /** by id */
  readonly entries: ComparedEntry[]
  /** number of operations that the stored library does not contain yet */
  readonly unsettled: number
}

/** @returns the data that a browser has stored */
function stateOfBrowser(page: Page): Promise<StoredState> {
  return page.evaluate<StoredState>(`(async () => {
    const [{ name }] = (await indexedDB.databases()).filter((one) => /^dogear-\\d+$/.test(one.name))
    const result = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
    const opened = await result(indexedDB.open(name))
    const [stored, outbox] = await Promise.all(
      ['entries', 'outbox'].map((table) => result(opened.transaction(table).objectStore(table).getAll())),
    )
    opened.close()
    const entries = stored.map((json) => JSON.parse(json)).map(({ entry, tags, annotations }) => ({
      id: entry.id,
      title: entry.title,
      isArchived: entry.isArchived,
      isStarred: entry.isStarred,
      tags: tags.map(({ label }) => label).toSorted(),
      notes: annotations.map(({ quote, text }) => quote + '|' + text).toSorted(),
    }))
    const unsettled = outbox.filter(({ state }) => state === 'waiting' || state === 'sent').length
    return { entries: entries.toSorted((one, other) => one.id - other.id), unsettled }
  })()`)
}

/** Waits until all changes are sent and each entry is equal on the server and in the browser. */
export async function untilAgreed(server: OfflineServer, page: Page): Promise<ComparedEntry[]> {
  let [there, here]: [ComparedEntry[], ComparedEntry[]] = [[], []]
  try {
    await until('', async () => {
      const { entries, unsettled } = await stateOfBrowser(page)
      ;[there, here] = [await entriesOfServer(server), entries]
      return unsettled === 0 && JSON.stringify(there) === JSON.stringify(here)
    })
  } catch {
    assert.deepEqual(here, there)
  }
  return there
}
