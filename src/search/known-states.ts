import { LRUCache } from 'lru-cache'
import { toBytes } from '../db/bytes-text.ts'
import type { Ask } from './changed-entries.ts'
import type { EntryWords } from './pack-words.ts'
import { packedPages, type PackedPages } from './packed-pages.ts'
import { READ_SEGMENT, READ_SIZES, READ_WAITING } from './postgres-sql.ts'
import type { SearchPool } from './search-pool.ts'
import type { Gone } from './segment.ts'
import type { WordPage } from './word-page.ts'

/** What there is of an owner's index besides pages, of one moment. */
export interface IndexState {
  /** changes with everything that is said here, and with every change of the owner's entries */
  readonly version: string
  /** names of the segments, the older first */
  readonly segments: readonly string[]
  readonly gone: Gone
  /** the id of the owner's last entry, 0 where there is none */
  readonly lastId: number
}

export interface KnownState extends IndexState {
  /** entries that are in no segment yet */
  readonly waiting: PackedPages
  /** small segments by their names */
  readonly held: HeldSegments
}

export type HeldSegments = ReadonlyMap<string, PackedPages>

/** Bytes of states that a process remembers, and of one at most. */
const MAX_BYTES = 32_000_000
const MAX_OF_ONE = 4_000_000
/** Bytes of one besides what is counted, and of an id that is gone. */
const OVERHEAD = 500
const GONE_BYTES = 16
/** Owners whose last version is noted. */
const MAX_OWNERS = 1000
/** Pages that a small segment has at most, half a megabyte: 512 entries of a hundred words took 220. */
const FEW_PAGES = 300
/** Bytes of small segments of one owner that are held, and the last of them. */
const MAX_HELD = 2_000_000

/**
 * Remembers what searches go by, so that it is told and put together only after a change: it is more work than reading the
 * pages of most words. With it go small segments, each of which costs a search as much as a large one.
 */
export class KnownStates {
  readonly #ask: Ask
  readonly #pool: SearchPool
  readonly #known = new LRUCache<number, KnownState>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_OF_ONE,
    sizeCalculation: sizeOf,
  })
  readonly #met = new LRUCache<number, string>({ max: MAX_OWNERS })
  /** Versions of which there is too much to remember. */
  readonly #tooLarge = new LRUCache<number, string>({ max: MAX_OWNERS })
  readonly #loading = new Map<number, Promise<void>>()

  constructor(ask: Ask, pool: SearchPool) {
    this.#ask = ask
    this.#pool = pool
  }

  /**
   * @param upTo the owner's revision up to which changes are known
   * @returns what was remembered last and holds no later changes; it may be of an older version than that of now
   */
  known(owner: number, upTo: number): KnownState | undefined {
    const known = this.#known.get(owner)
    return known && revisionOf(known) <= upTo ? known : undefined
  }

  /** @returns segments that need not be read; some may be gone */
  held(owner: number): HeldSegments {
    return this.#known.get(owner)?.held ?? NO_SEGMENTS
  }

  /** Remembers a state that a second search meets: after it comes a third, as while somebody types. */
  note(owner: number, state: IndexState): void {
    const isMet = this.#met.get(owner) === state.version
    this.#met.set(owner, state.version)
    if (!isMet || this.#loading.has(owner) || this.#tooLarge.get(owner) === state.version) return
    const loaded = this.#load(owner, state)
      .catch(() => undefined)
      .finally(() => this.#loading.delete(owner))
    this.#loading.set(owner, loaded)
  }

  /** Waits for what is being read. */
  async ended(): Promise<void> {
    await Promise.all(this.#loading.values())
  }

  async #load(owner: number, state: IndexState): Promise<void> {
    const waiting = await this.#readWaiting(owner, state)
    if (!waiting) return
    this.#known.set(owner, { ...state, waiting, held: await this.#readSmall(owner) })
    if (this.#known.get(owner)?.version !== state.version) this.#tooLarge.set(owner, state.version)
  }

  async #readWaiting(owner: number, { version }: IndexState): Promise<PackedPages | undefined> {
    const rows = await this.#ask<EntryWords & { version: string }>(READ_WAITING, [owner])
    if (rows.some((row) => row.version !== version)) return undefined
    const entries = rows.filter(({ id }) => id !== null).map(({ id, words }) => ({ id, words }))
    const pages = entries.length === 0 ? [] : ((await this.#pool.run({ kind: 'pack', entries })) as WordPage[])
    return packedPages(pages)
  }

  /** Segments never change, so it does not matter of which moment they are. */
  async #readSmall(owner: number): Promise<HeldSegments> {
    const before = this.held(owner)
    const held = new Map<string, PackedPages>()
    let room = MAX_HELD
    for (const { name, pages } of await this.#ask<{ name: string; pages: number }>(READ_SIZES, [owner])) {
      if (pages > FEW_PAGES || room < 0) continue
      const segment = before.get(name) ?? (await this.#readSegment(owner, name))
      held.set(name, segment)
      room -= segment.bytes
    }
    return held
  }

  async #readSegment(owner: number, name: string): Promise<PackedPages> {
    const rows = await this.#ask<{ first_word: string; ids: string; places: string }>(READ_SEGMENT, [owner, name])
    return packedPages(
      rows.map(({ first_word: firstWord, ids, places }) => ({ firstWord, ids: toBytes(ids), places: toBytes(places) })),
    )
  }
}

const NO_SEGMENTS: HeldSegments = new Map()

function sizeOf({ gone, waiting, held }: KnownState): number {
  const segments = held.values().reduce((sum, { bytes }) => sum + bytes, 0)
  return gone.ids.length * GONE_BYTES + waiting.bytes + segments + OVERHEAD
}

/** The version begins with the owner's revision. */
export function revisionOf({ version }: Pick<IndexState, 'version'>): number {
  return Number.parseInt(version, 10)
}
