import type { Book, CatalogFeed, NavigationItem } from './catalog-feed.ts'
import { PAGE_SIZE } from './catalog-feed.ts'

/** A feed before its items are known in full, so that a HEAD request costs no more than finding its version. */
export interface FeedDraft extends Pick<CatalogFeed, 'title' | 'path' | 'query' | 'page' | 'facets'> {
  /** what the feed shows beyond what the user's revision decides; undefined if the feed may change with time */
  readonly state: string | undefined
  /** also returns the facets with the numbers of their books, if these are known without a search */
  items(): Promise<Pick<CatalogFeed, 'navigation' | 'books'> & Partial<Pick<CatalogFeed, 'facets'>>>
}

/** @returns the numbers of a page of a list; a page behind the last one is empty */
export function pageOf(number: number, total: number): CatalogFeed['page'] {
  return { number, last: Math.max(1, Math.ceil(total / PAGE_SIZE)), total }
}

interface ListedItems {
  readonly title: string
  readonly path: string
  /** number of the page */
  readonly number: number
}

/** @returns a feed with links to other feeds */
export function navigationDraft(feed: ListedItems, items: readonly NavigationItem[]): FeedDraft {
  return listDraft(feed, items, (navigation) => ({ navigation }))
}

/** @returns a feed with books that are known already */
export function bookDraft(feed: ListedItems, items: readonly Book[]): FeedDraft {
  return listDraft(feed, items, (books) => ({ books }))
}

function listDraft<Item>(
  { title, path, number }: ListedItems,
  items: readonly Item[],
  present: (items: readonly Item[]) => Pick<CatalogFeed, 'navigation' | 'books'>,
): FeedDraft {
  const shown = items.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE)
  const page = pageOf(number, items.length)
  return {
    title,
    path,
    page,
    query: new URLSearchParams(),
    facets: [],
    state: '',
    items: async () => present(shown),
  }
}
