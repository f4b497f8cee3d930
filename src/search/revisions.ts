import type { EntryKey } from '../entries/listing/list-entries.ts'
import { firstFrom } from './sorted-numbers.ts'

/** An entry and its revision. */
export type Changed = readonly [id: number, revision: number]

/** The revisions of a user's entries up to one of the user's own. Of entries that were deleted some may be left. */
export class Revisions {
  #ids = new Float64Array(16)
  #revisions = new Float64Array(16)
  #length = 0
  #upTo: number

  constructor(upTo: number) {
    this.#upTo = upTo
  }

  /** @returns up to which revision of the user all is known */
  get upTo(): number {
    return this.#upTo
  }

  get length(): number {
    return this.#length
  }

  /** @param ids ascending, behind all that are known, each with its revision */
  append(ids: readonly number[], revisions: readonly number[]): void {
    this.#makeRoom(ids.length)
    this.#ids.set(ids, this.#length)
    this.#revisions.set(revisions, this.#length)
    this.#length += ids.length
  }

  /** @param changed the next change; one that is known already changes nothing */
  note([id, revision]: Changed): void {
    const at = this.#placeOf(id)
    if (this.#ids[at] !== id || at === this.#length) this.#insert(at, id)
    this.#revisions[at] = Math.max(this.#revisions[at]!, revision)
    this.reach(revision)
  }

  /** @param upTo all changes up to this revision of the user are noted; some, such as deletions, are of no entry */
  reach(upTo: number): void {
    this.#upTo = Math.max(this.#upTo, upTo)
  }

  /** @returns the keys in the order of `ids`, or undefined where one is not known */
  keysOf(ids: readonly number[] | Float64Array): EntryKey[] | undefined {
    const keys: EntryKey[] = []
    for (const id of ids) {
      const at = this.#placeOf(id)
      if (at === this.#length || this.#ids[at] !== id) return undefined
      keys.push({ id, revision: this.#revisions[at]! } as EntryKey)
    }
    return keys
  }

  #placeOf(id: number): number {
    return firstFrom(this.#ids.subarray(0, this.#length), id)
  }

  #insert(at: number, id: number): void {
    this.#makeRoom(1)
    this.#ids.copyWithin(at + 1, at, this.#length)
    this.#revisions.copyWithin(at + 1, at, this.#length)
    this.#ids[at] = id
    this.#revisions[at] = 0
    this.#length += 1
  }

  #makeRoom(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#ids.length) return
    this.#ids = grown(this.#ids, needed)
    this.#revisions = grown(this.#revisions, needed)
  }
}

function grown(numbers: Float64Array<ArrayBuffer>, needed: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(needed, Math.ceil(numbers.length * 1.5)))
  larger.set(numbers)
  return larger
}
