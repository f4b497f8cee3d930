import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { OperationResult } from '../../src/sync/operations/operation.ts'
import type { TestApp } from '../support/app.ts'

interface Change {
  readonly type: string
  readonly id: number
  readonly revision: number
  readonly op: 'put' | 'delete'
  readonly object?: Readonly<Record<string, unknown>>
}

interface CopiedEntry {
  readonly id: number
  readonly given_url: string
  readonly title: string
  readonly is_archived: number
  readonly is_starred: number
  readonly tags: readonly { readonly label: string }[]
  readonly annotations: readonly { readonly id: number }[]
}

/** A client with a copy of alice's library and an outbox. It contacts the server only in `exchange`. */
export class SyncClient {
  readonly name: string
  readonly #app: TestApp
  readonly #objects = new Map<string, { readonly revision: number; readonly object: Change['object'] }>()
  /** temporary ids by address: those of new entries, and those of the newest annotation on each entry */
  readonly #temporary = new Map<string, string>()
  readonly #annotations = new Map<string, string>()
  /** temporary ids of new collections */
  readonly #shelves: string[] = []
  #outbox: Readonly<Record<string, unknown>>[] = []
  #cursor = ''

  constructor(app: TestApp, name: string) {
    this.#app = app
    this.name = name
  }

  /** @returns the addresses of its entries, including those that the server does not know yet */
  addresses(): readonly string[] {
    return [...new Set([...this.#entries().map((entry) => entry.given_url), ...this.#temporary.keys()])]
  }

  /** @returns the id of an entry; its temporary id if it was not sent yet; undefined if there is none */
  referenceTo(url: string): number | string | undefined {
    return this.#entry(url)?.id ?? this.#temporary.get(url)
  }

  /** @returns the id or temporary id of an annotation on the entry */
  annotationOf(url: string): number | string | undefined {
    return this.#entry(url)?.annotations.at(-1)?.id ?? this.#annotations.get(url)
  }

  create(url: string, members: object, time: Date): void {
    const tmp = randomUUID()
    this.#temporary.set(url, tmp)
    this.add('entries create', { tmp, url, ...members }, time)
  }

  annotate(url: string, text: string, time: Date): void {
    const tmp = randomUUID()
    this.#annotations.set(url, tmp)
    const members = { tmp, entry: this.referenceTo(url), quote: 'x', ranges: [], text }
    this.add('annotations create', members, time)
  }

  /** @returns the ids of its collections; temporary ids for those not sent to the server yet */
  collections(): readonly (number | string)[] {
    const ids = this.#all<{ readonly id: number }>('collections').map(({ id }) => id)
    return [...ids, ...this.#shelves]
  }

  createCollection(name: string, time: Date): void {
    const tmp = randomUUID()
    this.#shelves.push(tmp)
    this.add('collections create', { tmp, name }, time)
  }

  /** Adds an operation to the outbox. */
  add(name: string, members: object, time: Date): void {
    const [type, action] = name.split(' ')
    this.#outbox.push({ op: randomUUID(), at: time.toISOString(), type, action, ...members })
  }

  /** Sends the outbox and reads the changes. After a lost response, the next exchange sends everything again. */
  async exchange({ losesAnswer }: { readonly losesAnswer: boolean }): Promise<void> {
    const sent = this.#outbox.slice(0, 200)
    if (sent.length > 0) {
      const request = { method: 'POST', url: '/api/sync', payload: { ops: sent } } as const
      const answer = await this.#app.ask(this.#app.alice, request)
      assert.equal(answer.statusCode, 200, answer.body)
      if (losesAnswer) return
      const { results } = answer.json<{ results: OperationResult[] }>()
      const wrong = results.filter(({ reason }) => reason === 'invalid-operation' || reason === 'refused')
      assert.deepEqual(wrong, [])
      this.#outbox = this.#outbox.slice(results.length)
    }
    await this.follow()
  }

  async follow(): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const answer = await this.#app.ask(this.#app.alice, { url: `/api/sync?since=${this.#cursor}&limit=20` })
      assert.equal(answer.statusCode, 200, answer.body)
      const page = answer.json<{ to: string; more: boolean; reset: boolean; changes: Change[] }>()
      assert.equal(page.reset, false)
      for (const change of page.changes) this.#take(change)
      this.#cursor = page.to
      hasMore = page.more
    }
  }

  /** @returns all objects of the copy, sorted */
  state(): readonly unknown[] {
    return [...this.#objects].toSorted(([one], [other]) => (one < other ? -1 : 1))
  }

  /** @returns the fields, tags and collections of an entry; undefined if there is none */
  fieldsOf(url: string): Readonly<Record<string, unknown>> | undefined {
    const entry = this.#entry(url)
    if (!entry) return undefined
    const { id, title, is_archived, is_starred, tags } = entry
    const shelves = this.#all<{ readonly entries: readonly number[] }>('collections')
    return {
      title,
      archived: is_archived === 1,
      starred: is_starred === 1,
      shelf: shelves.some(({ entries }) => entries.includes(id)),
      ...Object.fromEntries(tags.map(({ label }) => [`tag ${label}`, true])),
    }
  }

  #take({ type, id, revision, op, object }: Change): void {
    const key = `${type} ${id}`
    if (op === 'put') this.#objects.set(key, { revision, object })
    else {
      this.#objects.delete(key)
      if (type === 'entries') this.#forgetEntry(id)
    }
  }

  /** The reading position and the positions in collections are deleted with the entry (docs/sync.md). */
  #forgetEntry(id: number): void {
    this.#objects.delete(`progress ${id}`)
    for (const [key, { object, revision }] of this.#objects) {
      if (!key.startsWith('collections ')) continue
      const entries = (object!['entries'] as readonly number[]).filter((one) => one !== id)
      this.#objects.set(key, { revision, object: { ...object, entries } })
    }
  }

  #all<T>(type: string): readonly T[] {
    return [...this.#objects].flatMap(([key, { object }]) => (key.startsWith(`${type} `) ? [object as T] : []))
  }

  #entries(): readonly CopiedEntry[] {
    return this.#all<CopiedEntry>('entries')
  }

  #entry(url: string): CopiedEntry | undefined {
    return this.#entries().find((entry) => entry.given_url === url)
  }
}
