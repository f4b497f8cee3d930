import { LRUCache } from 'lru-cache'
import type { EntryPage, ListOwner } from '../entries/listing/list-entries.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { Search } from './search-entries.ts'

/** Maximum number of cached pages of all users. A page consists of the versions of its entries. */
const MAX_PAGES = 1000
/** Milliseconds for which a page whose query depends on the time, such as `added:<7d`, is cached. */
const TIMED_MS = 60_000

export interface VisitorRequest {
  /** owner of the library, with the current revision */
  readonly owner: ListOwner
  /** network of the visitor, as of `networkOf` */
  readonly network: string
  /** identifies the list and its page among those of the owner */
  readonly key: string
  /** false if the list may change with time, although the library does not */
  readonly isTimeless: boolean
  /** reads the page */
  readonly read: () => Promise<EntryPage>
}

interface VisitorPage extends EntryPage {
  /** false if the index lacks some of the owner's latest changes, so that the page must not be cached */
  readonly isComplete: boolean
}

/**
 * Reads a page of a list that needs a search, for a visitor of a public page or a feed reader. Such requests never use
 * the owner's own budget.
 * @throws AppError `too_many_requests` if the visitor's network has opened too many pages that were not cached
 */
export type ListForVisitor = (request: VisitorRequest) => Promise<VisitorPage>

/**
 * Caches the pages by the owner's revision, which every change of the library and of the collections increases. A page
 * that is read while the owner makes a change may be newer than its revision, but never older.
 * @param perVisitor budget of each network for the lists of each owner
 */
export function visitorLister({ follow }: Pick<Search, 'follow'>, perVisitor: Throttle): ListForVisitor {
  const pages = new LRUCache<string, VisitorPage>({ max: MAX_PAGES, ttl: TIMED_MS })
  const running = new Map<string, Promise<VisitorPage>>()
  const load = async (id: string, { owner, isTimeless, read }: VisitorRequest): Promise<VisitorPage> => {
    try {
      const isComplete = (await follow(owner)) === 0
      const page = { ...(await read()), isComplete }
      if (isComplete) pages.set(id, page, isTimeless ? { ttl: 0 } : {})
      return page
    } finally {
      running.delete(id)
    }
  }
  return async (request) => {
    const { id: owner, revision } = request.owner
    const id = JSON.stringify([owner, revision, request.key])
    const known = pages.get(id) ?? running.get(id)
    if (known) return known
    await perVisitor.take(`${owner} ${request.network}`)
    const page = running.get(id) ?? load(id, request)
    running.set(id, page)
    return page
  }
}
