import type { Dialect } from '../../db/database.ts'
import { deriveKey, seal, unseal } from '../../kernel/seal.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import type { RowRange } from '../rows/row-source.ts'
import { isFileOfBackup, type BackupFile } from './backup-manifest.ts'

/** A range of rows that an unfinished backup has written. */
export interface RecordedRange extends RowRange {
  readonly table: string
  /** the `RowsHash` of the columns that identify the rows */
  readonly hash: string
  readonly rows: number
  /** the `RowsDigest` of the lines */
  readonly digest: string
  readonly files: readonly BackupFile[]
}

/** A part with images that an unfinished backup has written. */
interface RecordedImages {
  readonly names: readonly string[]
  readonly files: readonly [BackupFile]
}

type RecordedWork = RecordedRange | RecordedImages

/** Notes with another head are of no use: their files cannot be parts of this backup. */
interface RecordHead {
  readonly recipients: readonly string[]
  /** the kind of the database and its migrations, on which the places of rows depend */
  readonly dialect: Dialect
  readonly steps: readonly string[]
}

/** A note of something that is written, which the next attempt may keep. */
export interface Recorded<Work> {
  readonly key: string
  readonly work: Work
}

/** The folder of the notes in an unfinished backup. */
export const RECORD_FOLDER = 'record/'
const NOTE = /^record\/\d{6}$/
const VERSION = 1

/**
 * Notes, beside the files of an unfinished backup, what they contain. Each note is written after its files, and files
 * without a note are deleted when the next attempt begins, so a kill at any moment leaves only complete files.
 */
export class BackupRecord {
  readonly #draft: ObjectStore
  readonly #head: RecordHead
  readonly #key: Uint8Array | undefined
  readonly #known: Recorded<RecordedWork>[] = []
  #last = 0

  /**
   * @param key key of the installation, which encrypts the notes of encrypted backups, because they contain hashes of rows and
   *   images; undefined to write no notes of such backups
   */
  constructor(draft: ObjectStore, head: RecordHead, key: Uint8Array | undefined) {
    this.#draft = draft
    this.#head = head
    this.#key = key && deriveKey(key, 'backup record')
  }

  /** Reads the notes of the last attempt, and deletes everything else that it has written. */
  async open(): Promise<void> {
    // Deletes what a kill has left behind of unfinished files.
    for await (const _ of this.#draft.list('', new Date()));
    const sizes = await sizesIn(this.#draft)
    for (const key of [...sizes.keys()].filter((one) => one.startsWith(RECORD_FOLDER)).toSorted()) {
      const work = await this.#read(key)
      if (work?.files.every(({ path, bytes }) => sizes.get(path) === bytes)) this.#known.push({ key, work })
      this.#last = Math.max(this.#last, Number(key.slice(RECORD_FOLDER.length)))
    }
    const kept = new Set(this.#known.flatMap(({ key, work }) => [key, ...work.files.map(({ path }) => path)]))
    await this.#draft.delete([...sizes.keys()].filter((key) => !kept.has(key)))
  }

  /** @returns the ranges of a table that follow each other from its beginning */
  rangesOf(table: string): readonly Recorded<RecordedRange>[] {
    const all = this.#known.filter(
      (one): one is Recorded<RecordedRange> => 'table' in one.work && one.work.table === table,
    )
    const ranges: Recorded<RecordedRange>[] = []
    for (let from: string | undefined; ;) {
      const next = all.findLast(({ work }) => work.from === from)
      if (!next || ranges.includes(next)) return ranges
      ranges.push(next)
      if (next.work.to === undefined) return ranges
      from = next.work.to
    }
  }

  images(): readonly RecordedImages[] {
    return this.#known.flatMap(({ work }) => ('names' in work ? [work] : []))
  }

  /** @returns the highest number of the files `NAME.0001.…` of the last attempt; 0 if there are none */
  lastNumber(name: string): number {
    const paths = this.#known.flatMap(({ work }) => work.files.map(({ path }) => path))
    const own = paths.filter((path) => path.startsWith(`${name}.`))
    return Math.max(0, ...own.map((path) => Number(path.slice(name.length + 1).split('.')[0])))
  }

  /**
   * Notes that something is written.
   * @param replaced an older note, whose files are deleted
   */
  async add(work: RecordedWork, replaced?: Recorded<RecordedWork>): Promise<void> {
    const key = replaced?.key ?? `${RECORD_FOLDER}${String(++this.#last).padStart(6, '0')}`
    const text = JSON.stringify({ version: VERSION, head: this.#head, work })
    const bytes = this.#isEncrypted ? this.#key && seal(this.#key, text, key) : Buffer.from(text)
    if (bytes) await this.#draft.put(key, bytes)
    if (replaced) await this.#draft.delete(replaced.work.files.map(({ path }) => path))
  }

  /** Deletes the notes, when the backup is complete. */
  async remove(): Promise<void> {
    const notes: string[] = []
    for await (const { key } of this.#draft.list(RECORD_FOLDER)) if (NOTE.test(key)) notes.push(key)
    await this.#draft.delete(notes)
  }

  get #isEncrypted(): boolean {
    return this.#head.recipients.length > 0
  }

  /** @returns undefined if the note is damaged, or of another kind of backup */
  async #read(key: string): Promise<RecordedWork | undefined> {
    const bytes = await this.#draft.read(key)
    if (!bytes) return undefined
    const text = this.#isEncrypted ? this.#key && unseal(this.#key, bytes, key) : String(bytes)
    try {
      const { version, head, work } = JSON.parse(text ?? '') as {
        version: number
        head: RecordHead
        work: RecordedWork
      }
      return version === VERSION && JSON.stringify(head) === JSON.stringify(this.#head) ? work : undefined
    } catch {
      return undefined
    }
  }
}

/** @returns the sizes of all files of a backup, and of the notes about it, by their paths */
export async function sizesIn(store: ObjectStore): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of store.list('')) if (isFileOfBackup(key) || NOTE.test(key)) sizes.set(key, size)
  return sizes
}
