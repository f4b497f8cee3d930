import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../crash/seeded-random.ts'
import type { Journal, KnownEntry } from './journal.ts'

export interface UserPlan {
  readonly number: number
  readonly token: string
  /** value of the header `cookie` of a signed-in browser */
  readonly cookie: string
  /** address of the load balancer */
  readonly base: string
  readonly siteUrl: string
  readonly journal: Journal
  readonly random: SeededRandom
}

interface Call {
  readonly method?: 'POST' | 'PATCH'
  readonly path: string
  readonly body?: object
  /** the file that is sent instead of JSON */
  readonly file?: string
  readonly isPage?: boolean
}

const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS, RETRY_MS] = [1_000, 4_000, 500]
/** Time limit of a request in milliseconds: clients give up after ten seconds. */
const TIMEOUT_MS = 10_000
/** Number of entries on a page of a list. */
const PAGE_SIZE = 30
/** Number of pages in an imported file. */
const IMPORTED_PAGES = 3

/**
 * A user who saves, imports, edits, searches and reads, one request after the other, and listens for events meanwhile. Checks that no
 * response is older than what the user has been shown, and repeats writes until they are acknowledged.
 */
export class ClusterUser {
  readonly #plan: UserPlan
  /** the acknowledged entries, in the order of their saves */
  readonly #own: KnownEntry[] = []
  /** words that a search has found, which it must find again */
  readonly #found = new Set<string>()
  #saves = 0
  #edits = 0
  #imports = 0
  #lastEventAt = 0

  constructor(plan: UserPlan) {
    this.#plan = plan
  }

  /** @returns time of the last event, on the clock of `performance.now()` */
  get lastEventAt(): number {
    return this.#lastEventAt
  }

  /** @returns the number of files that the user has imported */
  get imports(): number {
    return this.#imports
  }

  async workUntil(signal: AbortSignal): Promise<void> {
    const { random } = this.#plan
    await pause(random.between(0, LONGEST_PAUSE_MS))
    while (!signal.aborted) {
      await this.#act()
      await pause(SHORTEST_PAUSE_MS + random.between(0, LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
    }
  }

  /** Listens for events, and opens the stream again whenever it ends. */
  async listenUntil(signal: AbortSignal): Promise<void> {
    const { base, token, journal, number } = this.#plan
    while (!signal.aborted) {
      try {
        const headers = { authorization: `Bearer ${token}` }
        const response = await fetch(`${base}/api/sync/events`, { headers, signal })
        if (response.ok) {
          journal.streamOpened(number)
          for await (const _piece of response.body!) this.#lastEventAt = performance.now()
        }
        await response.body?.cancel()
      } catch {
        // The stream has ended.
      }
      journal.streamClosed(number)
      await pause(RETRY_MS)
    }
  }

  /** Saves an entry, so that an event must follow. */
  save(): Promise<void> {
    return this.#save()
  }

  async #act(): Promise<void> {
    const chance = this.#plan.random.between(0, 99)
    if (chance < 25 || this.#own.length === 0) return this.#save()
    if (chance < 28) return this.#import()
    if (chance < 45) return this.#edit()
    if (chance < 65) return this.#list()
    if (chance < 80) return this.#search()
    return chance < 95 ? this.#readPage() : this.#export()
  }

  async #save(): Promise<void> {
    const { number, siteUrl, random, journal } = this.#plan
    const count = ++this.#saves
    const word = `word${number}x${count}`
    const isFetched = random.chance(0.2)
    const url = isFetched
      ? `${siteUrl}/${random.chance(0.5) ? 'slow' : 'fast'}/${word}`
      : `https://${number}.example/${word}`
    const title = `First ${word}`
    const given = isFetched ? {} : { content: `<p>Ink on paper, ${word}.</p>` }
    journal.asked.add(url)
    const body = await this.#write({ method: 'POST', path: '/api/entries', body: { url, title, ...given } })
    const entry = { url, title, id: Number(body['id']) }
    journal.acknowledged(entry)
    this.#own.push(entry)
  }

  /** Imports a file, and waits until its pages are in the library. */
  async #import(): Promise<void> {
    const { number, journal } = this.#plan
    const count = ++this.#imports
    const pages = Array.from({ length: IMPORTED_PAGES }, (_, index) => {
      const word = `import${number}x${count}x${index}`
      return {
        url: `https://${number}.example/${word}`,
        title: `First ${word}`,
        content: `<p>Pen on paper, ${word}.</p>`,
      }
    })
    for (const { url } of pages) journal.asked.add(url)
    const started = await this.#write({ method: 'POST', path: '/api/imports', file: JSON.stringify(pages) })
    for (let state = 'waiting'; state !== 'done'; await pause(RETRY_MS)) {
      state = String((await this.#readAgain({ path: `/api/imports/${Number(started['id'])}` }))['state'])
      if (state === 'failed') return journal.problem(`an import of user ${number} failed`)
    }
    for (const { url, title } of pages) {
      const found = await this.#readAgain({ path: `/api/entries/exists?return_id=1&url=${encodeURIComponent(url)}` })
      const id = Number(found['exists'])
      if (id === 0) return journal.problem(`the imported page ${url} is missing`)
      const entry = { url, title, id }
      journal.acknowledged(entry)
      this.#own.push(entry)
    }
  }

  async #edit(): Promise<void> {
    const index = this.#own.length - 1 - this.#plan.random.between(0, Math.min(10, this.#own.length) - 1)
    const entry = this.#own[index]!
    const title = `Edit ${++this.#edits} ${entry.title.split(' ').at(-1)}`
    await this.#write({ method: 'PATCH', path: `/api/entries/${entry.id}.json`, body: { title } })
    this.#own[index] = { ...entry, title }
    this.#plan.journal.acknowledged(this.#own[index])
  }

  async #list(): Promise<void> {
    const body = await this.#read({ path: `/api/entries.json?perPage=${PAGE_SIZE}&detail=metadata` })
    if (!body) return
    const list = JSON.parse(body) as { total: number; _embedded: { items: { id: number; title: string }[] } }
    const titles = new Map(list._embedded.items.map(({ id, title }) => [id, title]))
    if (list.total !== this.#own.length) this.#older(`${list.total} entries instead of ${this.#own.length}`)
    for (const { id, title } of this.#own.slice(-PAGE_SIZE)) {
      if (titles.get(id) !== title) this.#older(`"${titles.get(id)}" instead of "${title}"`)
    }
  }

  async #search(): Promise<void> {
    const word = this.#own[this.#plan.random.between(0, this.#own.length - 1)]!.title.split(' ').at(-1)!
    const body = await this.#read({ path: `/api/search?term=${word}` })
    if (!body) return
    const { total } = JSON.parse(body) as { total: number }
    if (total === 0 && this.#found.has(word)) this.#older(`a search for ${word} without the hit of before`)
    if (total > 0) this.#found.add(word)
  }

  async #readPage(): Promise<void> {
    const body = await this.#read({ path: '/all/list', isPage: true })
    const { title } = this.#own.at(-1)!
    if (body && !body.includes(title)) this.#older(`a page without "${title}"`)
  }

  async #export(): Promise<void> {
    const body = await this.#read({ path: '/export/all.csv', isPage: true })
    const missing = body && this.#own.filter(({ title }) => !body.includes(title))
    if (missing && missing.length > 0) this.#older(`an export without ${missing.length} titles`)
  }

  #older(what: string): void {
    this.#plan.journal.problem(`user ${this.#plan.number} saw an older state: ${what}`)
  }

  /** Repeats a write until it is acknowledged, as apps do. */
  async #write(call: Call): Promise<Readonly<Record<string, unknown>>> {
    for (;;) {
      const body = await this.#send('write', call)
      if (body !== undefined) return JSON.parse(body) as Readonly<Record<string, unknown>>
      await pause(RETRY_MS)
    }
  }

  /** Repeats a read until there is a response. */
  async #readAgain(call: Call): Promise<Readonly<Record<string, unknown>>> {
    for (;;) {
      const body = await this.#read(call)
      if (body !== undefined) return JSON.parse(body) as Readonly<Record<string, unknown>>
      await pause(RETRY_MS)
    }
  }

  async #read(call: Call): Promise<string | undefined> {
    return this.#send('read', call)
  }

  /** @returns the body of a success; undefined for an error that a client repeats */
  async #send(kind: 'read' | 'write', { method, path, body, file, isPage }: Call): Promise<string | undefined> {
    const { base, token, cookie, journal } = this.#plan
    try {
      const response = await fetch(`${base}${path}`, {
        ...(method && { method, body: file ?? JSON.stringify(body) }),
        headers: {
          ...(isPage ? { cookie, accept: 'text/html' } : { authorization: `Bearer ${token}` }),
          ...(method && { 'content-type': file ? 'application/octet-stream' : 'application/json' }),
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await response.text()
      if (response.ok) {
        journal.succeeded(kind)
        return text
      }
      if (![502, 503, 504].includes(response.status)) {
        journal.problem(`${path} was answered with ${response.status}: ${text.slice(0, 200)}`)
      }
      journal.failed(kind, String(response.status))
    } catch (error) {
      journal.failed(kind, error instanceof Error && error.name === 'TimeoutError' ? 'no response' : 'connection lost')
    }
    return undefined
  }
}
