import type { EntryFilter } from '../../entries/listing/entry-filter.ts'
import type { ListName } from '../layout/list-name.ts'

/** The filters and the order in the address of a list. An absent member means no filter, or the default order. */
export interface ListQuery {
  readonly sort?: ListSort
  readonly tag?: string
  readonly site?: string
  readonly language?: string
  /** maximum reading time in minutes */
  readonly within?: number
  /** minimum reading time in minutes */
  readonly from?: number
  readonly has?: (typeof HAS_VALUES)[number]
  /** a query in the syntax of docs/query.md */
  readonly q?: string
}

/** Orders of a list. Each consists of a column and a direction. */
const ORDERS = {
  newest: ['saved', 'desc'],
  oldest: ['saved', 'asc'],
  updated: ['updated', 'desc'],
  published: ['published', 'desc'],
  title: ['title', 'asc'],
  shortest: ['minutes', 'asc'],
  longest: ['minutes', 'desc'],
  read: ['read', 'desc'],
} as const satisfies Record<string, readonly [EntryFilter['sort'], EntryFilter['order']]>
export type ListSort = keyof typeof ORDERS
/**
 * Default orders, which addresses omit. `read` is the default of the list `reading`. Other lists do not offer
 * this order, because sorting them by the time of the last reading would be slow.
 */
export const DEFAULT_ORDERS: readonly ListSort[] = ['newest', 'read']
export const SORTS = Object.keys(ORDERS) as readonly ListSort[]
/** Values of the filter `has`. */
export const HAS_VALUES = ['annotations', 'failed', 'untagged'] as const
export const WITHIN_MINUTES = [5, 10, 20, 30, 60] as const

/** Maximum length of a tag, host or language in an address. Longer values are ignored. */
const MAX_VALUE = 300
/**
 * Maximum length of a query in characters. A longer query is ignored, because addresses of pages would become too long.
 */
export const MAX_QUERY = 1000

/**
 * @param query the parameters of an address
 * @returns the filters and the order in them. Ignores unknown or invalid parameters, because the link may be from
 *   another version of Dogear.
 */
export function parseListQuery(query: unknown): ListQuery {
  const text = (name: string, longest = MAX_VALUE): string => {
    const value = (query as Readonly<Record<string, unknown>> | null)?.[name]
    return typeof value === 'string' && value.length <= longest ? value.replaceAll('\0', '').trim() : ''
  }
  const minutes = (name: string) => (/^[1-9]\d{0,3}$/.test(text(name)) ? Number(text(name)) : undefined)
  const sort = SORTS.find((one) => one === text('sort') && !DEFAULT_ORDERS.includes(one))
  const has = HAS_VALUES.find((one) => one === text('has'))
  const q = text('q', MAX_QUERY)
  const [within, from] = [minutes('within'), minutes('from')]
  return {
    ...(sort && { sort }),
    ...(text('tag') !== '' && { tag: text('tag') }),
    ...(text('site') !== '' && { site: text('site').toLowerCase() }),
    ...(/^[a-z]{2,3}$/i.test(text('language')) && { language: text('language').toLowerCase() }),
    ...(within !== undefined && { within }),
    ...(from !== undefined && { from }),
    ...(has && { has }),
    ...(q !== '' && { q }),
  }
}

/** @returns filters and order as the query of an address, with the question mark; empty if there are none */
export function queryString(query: ListQuery & { readonly list?: ListName }): string {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** @returns the address of one page of a list */
export function listHref(list: ListName, query: ListQuery, page = 1): string {
  return `/${list}/list${page > 1 ? `/${page}` : ''}${queryString(query)}`
}

/** @returns true if any filter is set; the order does not count */
export function isFiltered({ sort: _sort, ...rest }: ListQuery): boolean {
  return Object.keys(rest).length > 0
}

const LIST_STATES: Readonly<Record<ListName, Pick<EntryFilter, 'isArchived' | 'isStarred' | 'isBegun'>>> = {
  unread: { isArchived: false },
  reading: { isArchived: false, isBegun: true },
  starred: { isStarred: true },
  archive: { isArchived: true },
  all: {},
}
/** @returns the default order of a list. Only `reading` is sorted by last reading. */
export function defaultOrder(list: ListName): ListSort {
  return list === 'reading' ? 'read' : 'newest'
}

/** @returns the database filter for the entries of a list, from the filters and the order in the address of the list */
export function listFilter(
  list: ListName,
  query: ListQuery,
  { page, perPage }: Pick<EntryFilter, 'page' | 'perPage'>,
): EntryFilter {
  const { sort: order = defaultOrder(list), tag, site, language, within, from, has } = query
  return {
    ...LIST_STATES[list],
    ...(tag !== undefined && { tags: [tag] }),
    ...(site !== undefined && { domainName: site }),
    ...(language !== undefined && { language }),
    ...(within !== undefined && { maxMinutes: within }),
    ...(from !== undefined && { minMinutes: from }),
    ...(has === 'annotations' && { hasAnnotations: true }),
    ...(has === 'failed' && { isFailed: true }),
    ...(has === 'untagged' && { isUntagged: true }),
    sort: ORDERS[order][0],
    order: ORDERS[order][1],
    page,
    perPage,
  }
}
