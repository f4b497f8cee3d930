import type { EntryFilter } from '../../entries/listing/entry-filter.ts'
import type { ListName } from '../layout/list-name.ts'

/** How a list is narrowed and ordered, as its address says it. Absent: not narrowed, newest first. */
export interface ListQuery {
  readonly sort?: ListSort
  readonly tag?: string
  readonly site?: string
  readonly language?: string
  /** fits into so many minutes */
  readonly within?: number
  /** takes at least so many minutes */
  readonly from?: number
  readonly has?: (typeof HAS)[number]
}

/** Every order of a list. */
const ORDERS = {
  newest: ['created', 'desc'],
  oldest: ['created', 'asc'],
  updated: ['updated', 'desc'],
  published: ['published', 'desc'],
  title: ['title', 'asc'],
  shortest: ['minutes', 'asc'],
  longest: ['minutes', 'desc'],
  read: ['read', 'desc'],
} as const satisfies Record<string, readonly [EntryFilter['sort'], EntryFilter['order']]>
export type ListSort = keyof typeof ORDERS
/** Said by the list and never by the address; by the last reading only what is being read can be ordered quickly. */
export const USUAL: readonly ListSort[] = ['newest', 'read']
export const SORTS = Object.keys(ORDERS) as readonly ListSort[]
/** What an entry has, lacks, or suffers from. */
export const HAS = ['annotations', 'failed', 'untagged'] as const
export const WITHIN = [5, 10, 20, 30, 60] as const

/** Longer texts are no tag, host or language. */
const LONGEST = 300

/** @returns what of an address is understood; the rest is passed over, as a link may be of another version */
export function parseListQuery(query: unknown): ListQuery {
  const text = (name: string): string => {
    const value = (query as Readonly<Record<string, unknown>> | null)?.[name]
    return typeof value === 'string' && value.length <= LONGEST ? value.replaceAll('\0', '').trim() : ''
  }
  const minutes = (name: string) => (/^[1-9]\d{0,3}$/.test(text(name)) ? Number(text(name)) : undefined)
  const sort = SORTS.find((one) => one === text('sort') && !USUAL.includes(one))
  const has = HAS.find((one) => one === text('has'))
  const [within, from] = [minutes('within'), minutes('from')]
  return {
    ...(sort && { sort }),
    ...(text('tag') !== '' && { tag: text('tag') }),
    ...(text('site') !== '' && { site: text('site').toLowerCase() }),
    ...(/^[a-z]{2,3}$/i.test(text('language')) && { language: text('language').toLowerCase() }),
    ...(within !== undefined && { within }),
    ...(from !== undefined && { from }),
    ...(has && { has }),
  }
}

/** @returns the part of an address behind the path, with its question mark; empty for a list as it is */
export function queryText(query: ListQuery & { readonly list?: ListName }): string {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** @returns the address of a page of a list */
export function listHref(list: ListName, query: ListQuery, page = 1): string {
  return `/${list}/list${page > 1 ? `/${page}` : ''}${queryText(query)}`
}

/** @returns whether anything is left out of the list */
export function isNarrowed({ sort: _sort, ...rest }: ListQuery): boolean {
  return Object.keys(rest).length > 0
}

const STATES: Readonly<Record<ListName, Pick<EntryFilter, 'isArchived' | 'isStarred' | 'isBegun'>>> = {
  unread: { isArchived: false },
  reading: { isArchived: false, isBegun: true },
  starred: { isStarred: true },
  archive: { isArchived: true },
  all: {},
}
/** @returns how a list is ordered when nothing is said: what is being read goes on where it was left */
export function usualOrder(list: ListName): ListSort {
  return list === 'reading' ? 'read' : 'newest'
}

/** @returns the filter that a list stands for */
export function listFilter(
  list: ListName,
  query: ListQuery,
  { page, perPage }: Pick<EntryFilter, 'page' | 'perPage'>,
): EntryFilter {
  const { sort: order = usualOrder(list), tag, site, language, within, from, has } = query
  return {
    ...STATES[list],
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
