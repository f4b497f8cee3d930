import type { FindProgress } from '../entries/changing/store-reading-position.ts'
import { findEdition, type Edition } from '../exports/editions/edition.repository.ts'
import { hasSamePlaces } from '../exports/epub/book-layout.ts'
import { unixSeconds } from '../kernel/clock.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { findKosyncPosition, findLastOfEntry, type KosyncPosition } from './kosync-position.repository.ts'
import { placeInBook, readBook, webPosition, type ReadBook, type ReadBookDeps } from './read-book.ts'

export interface FindPositionDeps extends ReadBookDeps {
  readonly findProgress: FindProgress
}

/** The web app as a device. KOReader ignores positions of its own device, so it has an id of its own. */
const WEB_APP = { device: 'Dogear', deviceId: 'dogear' } as const

/**
 * @returns the response with the latest position in a document: of the device that sent one last, or of the web app; empty if
 *   there is none
 */
export async function findPosition(deps: FindPositionDeps, owner: UserId, document: string): Promise<object> {
  const { own, edition } = await deps.database.read(async (db) => ({
    own: await findKosyncPosition(db, owner, document),
    edition: await findEdition(db, owner, document),
  }))
  const book = edition && (await readBook(deps, owner, edition))
  const found = (book && (await latestInBook(deps, owner, { book, document }))) ?? own
  if (!found) return {}
  const { progress, percentage, device, deviceId, updatedAt } = found
  const timestamp = unixSeconds(updatedAt)
  return { document, progress, percentage, device, ...(deviceId !== null && { device_id: deviceId }), timestamp }
}

/** @returns undefined if the book has no position that this device can use */
async function latestInBook(
  deps: FindPositionDeps,
  owner: UserId,
  { book, document }: { readonly book: ReadBook; readonly document: string },
): Promise<KosyncPosition | undefined> {
  const web = (await deps.findProgress(owner, [book.id])).get(book.id)
  if (!web) return undefined
  const { last, edition } = await deps.database.read(async (db) => {
    const found = await findLastOfEntry(db, owner, book.id)
    return { last: found, edition: found && (await findEdition(db, owner, found.document)) }
  })
  // The position of a device is stored for the web app at the same time. A client that was offline may still change it.
  const lastBook = edition && (await readBook(deps, owner, edition))
  const isOfDevice = last && lastBook && last.updatedAt >= web.at && webPosition(lastBook, last).share === web.share
  if (isOfDevice && (last.document === document || areSame(edition, book.edition))) return last
  const progress = placeInBook(book, web)
  if (progress === undefined) return undefined
  if (isOfDevice) return { ...last, progress }
  const percentage = Math.round(web.share * 10_000) / 10_000
  return { document, progress, percentage, ...WEB_APP, updatedAt: web.at }
}

const areSame = (one: Edition | undefined, other: Edition): boolean =>
  one?.layout !== undefined && other.layout !== undefined && hasSamePlaces(one.layout, other.layout)
