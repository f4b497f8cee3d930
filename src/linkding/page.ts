/** The number of items on a page, unless the request names another. */
const DEFAULT_LIMIT = 100
/** The largest page. Larger values of `limit` are reduced to it, and the link to the next page names it. */
const MAX_LIMIT = 5000

/** One page of a list: its size, its start, and the length of the whole list. */
export interface Page {
  readonly limit: number
  readonly offset: number
  readonly count: number
  /** address of the list without the parameters of the page */
  readonly path: string
}

/** @returns the requested page. Invalid values of `limit` and `offset` count as absent, as in linkding. */
export function pageOf(parameters: Readonly<Record<string, unknown>>): Pick<Page, 'limit' | 'offset'> {
  const limit = naturalNumber(parameters['limit'])
  return { limit: Math.min(limit || DEFAULT_LIMIT, MAX_LIMIT), offset: naturalNumber(parameters['offset']) }
}

function naturalNumber(value: unknown): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0
}

/** @returns a page of a list in the format of linkding's API, with links to the pages beside it */
export function presentPage({ limit, offset, count, path }: Page, results: readonly unknown[]) {
  const hasNext = offset + limit < count
  return {
    count,
    next: hasNext ? linkTo(path, limit, offset + limit) : null,
    previous: offset > 0 ? linkTo(path, limit, Math.max(0, offset - limit)) : null,
    results,
  }
}

function linkTo(path: string, limit: number, offset: number): string {
  const url = new URL(path)
  url.searchParams.set('limit', String(limit))
  url.searchParams.delete('offset')
  if (offset > 0) url.searchParams.set('offset', String(offset))
  url.searchParams.sort()
  return url.href
}
