import { writeProgress } from '../entries/changing/store-reading-position.ts'
import { findEntry } from '../entries/entry.repository.ts'
import { findEdition, findNewestEdition, recordForeignDocument } from '../exports/editions/edition.repository.ts'
import { entryOfFileName } from '../exports/editions/koreader-file-names.ts'
import { hasPlace } from '../exports/epub/book-layout.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { unixSeconds, type Clock } from '../kernel/clock.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'
import { storeKosyncPosition } from './kosync-position.repository.ts'
import type { SentProgress } from './progress-request.ts'
import { readBook, webPosition, type ReadBook, type ReadBookDeps } from './read-book.ts'

export interface PositionDeps extends ReadBookDeps {
  readonly clock: Clock
}

/**
 * Stores a position of a device. If the document is an EPUB of an entry, the entry is then opened at the same block elsewhere.
 * @returns the response to the device
 */
export async function storePosition(deps: PositionDeps, owner: UserId, sent: SentProgress): Promise<object> {
  const { database, clock } = deps
  const book = await findBook(deps, owner, sent)
  const now = clock.now()
  const at = now.toISOString()
  await ownerTransaction(database, owner, async (tx) => {
    if (book) await moveReader(tx, owner, book, { sent, at })
    await storeKosyncPosition(tx, owner, { ...sent, updatedAt: at }, book?.id ?? null)
  })
  return { document: sent.document, timestamp: unixSeconds(now) }
}

/** A book, and whether its hash is recorded with it. A hash that is not is that of a file that Dogear has not sent. */
interface FoundBook extends ReadBook {
  readonly isRecorded: boolean
}

async function findBook(
  deps: PositionDeps,
  owner: UserId,
  { document, progress, fileName }: SentProgress,
): Promise<FoundBook | undefined> {
  const edition = await deps.database.read((db) => findEdition(db, owner, document))
  const id = entryOfFileName(fileName ?? '')
  if (edition?.layout || id === undefined) {
    const book = edition && (await readBook(deps, owner, edition))
    return book && { ...book, isRecorded: true }
  }
  const newest = await deps.database.read((db) => findNewestEdition(db, owner, id))
  const isNewest = newest?.layout !== undefined && hasPlace(newest.layout, progress)
  const unknown = { entryId: id, contentHash: undefined, layout: undefined }
  const book = await readBook(deps, owner, isNewest ? newest : unknown)
  return book && { ...book, isRecorded: false }
}

async function moveReader(
  tx: OwnerTx,
  owner: UserId,
  book: FoundBook,
  { sent, at }: { readonly sent: SentProgress; readonly at: string },
): Promise<void> {
  const { id, isRecorded, edition } = book
  if (!(await findEntry(tx, owner, id))) return
  if (!isRecorded) {
    const isNewest = edition.layout !== undefined
    await recordForeignDocument(tx, owner, { document: sent.document, id, isNewest, now: at })
  }
  await writeProgress(tx, { owner, id }, { ...webPosition(book, sent), at }, 'latest')
}
