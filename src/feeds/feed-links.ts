import type { FeedLinks, FeedSubject } from './feed.ts'

/** @returns the number of the last page; a feed without entries has one */
export function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}

interface Place {
  readonly page: number
  readonly last: number
  /** whether the address that was asked for ends in the number of a page */
  readonly hasPage: boolean
}

/**
 * @param asked path and query of the request
 * @returns absolute addresses; the query is the same on every page
 */
export function feedLinks(baseUrl: string, asked: string, { page, last, hasPage }: Place): FeedLinks {
  const [path = '', query] = asked.split('?', 2)
  const list = hasPage ? path.replace(/\/[^/]*\/?$/, '') : path.replace(/\/$/, '')
  const address = (number: number) => `${baseUrl}${list}/${number}${query === undefined ? '' : `?${query}`}`
  return {
    self: baseUrl + asked,
    ...(page > 1 && { previous: address(page - 1) }),
    ...(page < last && { next: address(page + 1) }),
    last: address(last),
  }
}

/** @returns path of the same list among our pages */
export function pageOfList(subject: FeedSubject): string {
  if (subject.kind === 'tag') return `/tag/list/${encodeURIComponent(subject.slug).replaceAll('%3A', ':')}`
  if (subject.kind === 'search')
    return `/search?${new URLSearchParams({ 'search_entry[term]': subject.term }).toString()}`
  return `/${subject.kind}/list`
}
