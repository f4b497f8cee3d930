import { parseId, parsePageNumber } from '../../kernel/parse-id.ts'
import { filterParameters, parseAnnotationFilter, type AnnotationFilter } from '../../annotations/annotation-filter.ts'
import { annotationsHref } from '../annotations/annotation-filter-form.ts'
import { LISTS, type ListName } from '../layout/list-name.ts'
import { listHref, parseListQuery, queryString, type ListQuery } from '../lists/list-query.ts'
import type { WebRequest } from '../web-request.ts'

/**
 * The page from which the user opened an entry: a list with its filters and order, a page of search results, a
 * collection, or the page of annotations.
 */
export interface Origin {
  readonly list: ListName
  readonly query: ListQuery
  readonly search?: SearchOrigin
  /** id of the collection, if the entry was opened from one */
  readonly collection?: number
  /**
   * filter of the page of annotations, if the entry was opened from there. The links "previous" and "next" then lead
   * to the neighbours of the entry in `list`.
   */
  readonly annotationFilter?: AnnotationFilter
}

export interface SearchOrigin {
  readonly text: string
  readonly sort: 'created' | 'rank'
  /** number of the page of search results, from 1 */
  readonly page: number
}

/** Maximum length of a search query in characters. A longer query is cut. */
const MAX_QUERY = 2000

/**
 * @param part path of another page about the entry, such as `/info`; empty for the reading page
 * @returns the address of the page, with the origin in its query
 */
export function viewHref(id: number, origin: Origin, part = ''): string {
  const [list, query] = originText(origin).split('?', 2)
  return `/view/${id}${part}?list=${list}${query === undefined ? '' : `&${query}`}`
}

/** @returns the address of the reading page after a form, with the origin that a field of the form names, if it names one */
export function viewHrefAfter(id: number, origin: string): string {
  return origin === '' ? `/view/${id}` : viewHref(id, originNamed(origin))
}

/** @returns the address of the page from which the entry was opened */
export function originHref({ list, query, search, collection, annotationFilter }: Origin): string {
  if (annotationFilter) return annotationsHref(annotationFilter)
  if (collection !== undefined) return `/collections/${collection}`
  return search ? `/search?${searchText(search)}` : listHref(list, query)
}

/** @returns the origin as text for a hidden form field, such as `all?tag=garden` */
export function originText({ list, query, search, collection, annotationFilter }: Origin): string {
  if (annotationFilter) return `annotations?${new URLSearchParams(filterParameters(annotationFilter)).toString()}`
  if (collection !== undefined) return `collection?id=${collection}`
  return search ? `search?${searchText(search)}` : `${list}${queryString(query)}`
}

function searchText({ text, sort, page }: SearchOrigin): string {
  const fields = { q: text, ...(sort === 'created' && { sort }), ...(page > 1 && { page: String(page) }) }
  return new URLSearchParams(fields).toString()
}

/** @returns the origin from the text of a form field. If the text is invalid, it is the unread list. */
export function originNamed(text: string): Origin {
  const [list, query = ''] = text.split('?', 2)
  return originFrom(list, fieldsOf(new URLSearchParams(query)))
}

/**
 * @returns the origin of a request for an entry's page. It comes from the address, otherwise from the header `Referer`,
 *   otherwise it is the unread list.
 */
export function originOf({ query, headers }: Pick<WebRequest, 'query' | 'headers'>): Origin {
  const { list, ...rest } = query as Readonly<Record<string, unknown>>
  if (list !== undefined) return originFrom(list, rest)
  const before = URL.parse(headers.referer ?? '')
  if (!before) return originNamed('')
  const [, collection] = /^\/collections\/(\d+)(?:\/|$)/.exec(before.pathname) ?? []
  if (collection !== undefined) return originFrom('collection', { id: collection })
  if (/^\/annotations(?:\/|$)/.test(before.pathname)) return originFrom('annotations', fieldsOf(before.searchParams))
  const [, named] = /^\/([a-z]+)\/list(?:\/|$)/.exec(before.pathname) ?? []
  const isSearch = before.pathname === '/search'
  return originFrom(isSearch ? 'search' : (named ?? before.searchParams.get('list')), fieldsOf(before.searchParams))
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (query: URLSearchParams): Fields => Object.fromEntries(query)

function originFrom(list: unknown, query: Fields): Origin {
  const { id } = query
  const collection = list === 'collection' ? parseId(id) : undefined
  if (collection !== undefined) return { list: 'all', query: {}, collection }
  if (list === 'annotations') return { list: 'unread', query: {}, annotationFilter: parseAnnotationFilter(query) }
  const search = list === 'search' && searchOf(query)
  return search ? { list: 'all', query: {}, search } : { list: listNamed(list), query: parseListQuery(query) }
}

function searchOf({ q, sort, page }: Fields): SearchOrigin | undefined {
  const text = typeof q === 'string' ? q.slice(0, MAX_QUERY).replaceAll('\0', '').trim() : ''
  const number = parsePageNumber(page) ?? 1
  return text === '' ? undefined : { text, sort: sort === 'created' ? 'created' : 'rank', page: number }
}

const listNamed = (name: unknown): ListName => LISTS.find((list) => list === name) ?? 'unread'
