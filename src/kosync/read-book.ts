import { blockAtShare } from '../annotations/block-at-share.ts'
import type { Database } from '../db/database.ts'
import { loadEntry } from '../entries/listing/load-entry.ts'
import type { Progress } from '../entries/changing/choose-reading-position.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import { contentHash, type Edition } from '../exports/editions/edition.repository.ts'
import { blockAt, positionAt, xpointerOf } from '../exports/epub/book-layout.ts'
import { contentOf } from '../entries/listing/content-of.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'

export interface ReadBookDeps {
  readonly database: Database
  readonly loadEntries: LoadEntries
}

/** An EPUB of an entry that a device reads. */
export interface ReadBook {
  readonly id: EntryId
  readonly edition: Edition
  /** the entry, as it is now */
  readonly loaded: LoadedEntry
  /** true if the book has the same content */
  readonly isCurrent: boolean
}

/** @returns undefined if the entry no longer exists */
export async function readBook(
  { loadEntries }: ReadBookDeps,
  owner: UserId,
  edition: Edition,
): Promise<ReadBook | undefined> {
  const id = edition.entryId
  const loaded = await loadEntry(loadEntries, owner, id, { hasContent: true })
  if (!loaded) return undefined
  const isCurrent = Buffer.compare(edition.contentHash ?? Buffer.alloc(0), contentHash(loaded.content)) === 0
  return { id, edition, loaded, isCurrent }
}

/** A position in a book, as a device sends it. */
interface DevicePosition {
  readonly progress: string
  readonly percentage: number
}

/**
 * @returns the position in the web app for a position of a device: in the same block, or at the same share of the text if the
 *   text has changed or the place is unknown
 */
export function webPosition({ edition, loaded, isCurrent }: ReadBook, sent: DevicePosition): Progress {
  const found = edition.layout && positionAt(edition.layout, sent.progress)
  const share = found?.share ?? Math.min(1, Math.max(0, sent.percentage))
  return { block: found && isCurrent ? found.block : blockAtShare(contentOf(loaded), share), share }
}

/** @returns the place in the book for a position in the web app; undefined if its places are unknown */
export function placeInBook({ edition, isCurrent }: ReadBook, { block, share }: Progress): string | undefined {
  const { layout } = edition
  return layout && xpointerOf(layout, isCurrent ? block : blockAt(layout, share))
}
