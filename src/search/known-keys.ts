import { LRUCache } from 'lru-cache'
import type { Ask } from './changed-entries.ts'
import { Revisions, type Changed } from './revisions.ts'

/** Entries that a process remembers the revisions of, 16 bytes each; of a user at most the half of them. */
const MAX_ENTRIES = 1_000_000
const MAX_OF_ONE = MAX_ENTRIES / 2
/** Entries that are read with one statement: some milliseconds. */
const STEP = 10_000
/** Besides what its entries take, as if it were so many entries. */
const OVERHEAD = 20

/** What a search asks to be told of an owner: nothing when nothing is remembered. */
const NOTHING_LATER = Number.MAX_SAFE_INTEGER
/** Of more changes it is not worthwhile to be told. */
export const MAX_CHANGES = 1000

export interface ToldChanges {
  readonly revision: number
  readonly changed: readonly Changed[]
}

/**
 * Remembers the revisions of the entries of those who search, so that a page of hits is not asked for: what changed since is
 * told by the statement that every search begins with, of the same moment as its hits.
 */
export class KnownKeys {
  readonly #ask: Ask
  readonly #known = new LRUCache<number, Revisions>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ length }) => length + OVERHEAD,
  })
  /** Owners of too many entries. */
  readonly #tooLarge = new LRUCache<number, true>({ max: 1000 })
  readonly #loading = new Map<number, Promise<void>>()

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** @returns the revision of the owner behind which changes are to be told */
  upTo(owner: number): number {
    return this.#known.get(owner)?.upTo ?? NOTHING_LATER
  }

  /**
   * @param since what `upTo` was when the changes were asked for
   * @param told the owner's revision of that moment, and the entries behind `since` in the order of their revisions; of more
   *   than `MAX_CHANGES` the first
   * @returns the revisions of that moment or a later one, or undefined where they are not known
   */
  note(owner: number, since: number, { revision, changed }: ToldChanges): Revisions | undefined {
    const known = this.#known.get(owner)
    if (!known) this.#load(owner)
    // What came in after the question was asked may be older than the answer.
    if (!known || known.upTo < since) return undefined
    if (changed.length > MAX_CHANGES) {
      this.#known.delete(owner)
      return undefined
    }
    for (const each of changed) known.note(each)
    known.reach(revision)
    return known
  }

  /** Waits for what is being read. */
  async ended(): Promise<void> {
    await Promise.all(this.#loading.values())
  }

  /** In the background; what cannot be read now is read after another search. */
  #load(owner: number): void {
    if (this.#loading.has(owner) || this.#tooLarge.has(owner)) return
    const loaded = this.#read(owner)
      .catch(() => undefined)
      .finally(() => this.#loading.delete(owner))
    this.#loading.set(owner, loaded)
  }

  async #read(owner: number): Promise<void> {
    // Read before the entries: what changes meanwhile is told by the next search.
    const [row] = await this.#ask<{ revision: number }>('select revision from user_revision where user_id = $1', [
      owner,
    ])
    if (!row) return
    const known = new Revisions(row.revision)
    for (let last = -1; ;) {
      const [step] = await this.#ask<{ ids: string; revisions: string }>(READ, [owner, last])
      const ids = JSON.parse(step!.ids) as number[]
      known.append(ids, JSON.parse(step!.revisions) as number[])
      if (known.length > MAX_OF_ONE) return void this.#tooLarge.set(owner, true)
      if (ids.length < STEP) break
      last = ids.at(-1)!
    }
    this.#known.set(owner, known)
  }
}

/** As two texts: a row each would take ten times as long. */
const READ = `
  select coalesce(json_agg(id order by id), '[]')::text as ids,
    coalesce(json_agg(revision order by id), '[]')::text as revisions
  from (select id, revision from entry where user_id = $1 and id > $2 order by id limit ${STEP}) as step`
