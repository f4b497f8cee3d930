import { statusText } from '../../kernel/status-text.ts'
import { LATEST_SECONDS, type EntryFilter, type EntrySort } from '../../entries/listing/entry-filter.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { queryFlag, queryInteger, queryText, type Query } from '../wire/query-values.ts'
import type { Detail } from './entry.presenter.ts'

export interface ListQuery {
  readonly filter: EntryFilter
  readonly detail: Detail
}

/**
 * Maximum number of entries on a page. Larger values of `perPage` are reduced to it. The response contains the actual
 * number as `limit`.
 */
export const MAX_PER_PAGE = 1000

/**
 * Parses the parameters of `GET /api/entries` (wallabag contract 2.1).
 * @throws AppError `invalid_input` for an unknown order or detail, `not_found` for a page or page size below one
 */
export function parseListQuery(query: Query): ListQuery {
  const page = queryInteger(query, 'page', 1)
  const perPage = Math.min(queryInteger(query, 'perPage', 30), MAX_PER_PAGE)
  if (page < 1 || perPage < 1) throw notFound('page')
  const since = queryInteger(query, 'since', 0)
  const filter = {
    isArchived: queryFlag(query, 'archive'),
    isStarred: queryFlag(query, 'starred'),
    isPublic: queryFlag(query, 'public'),
    isNotParsed: queryFlag(query, 'notParsed'),
    hasAnnotations: queryFlag(query, 'annotations'),
    httpStatus: parseStatus(query),
    domainName: queryText(query, 'domain_name') || undefined,
    tags: parseTags(query),
    since: since > 0 ? Math.min(since, LATEST_SECONDS) : undefined,
  }
  return {
    filter: {
      ...(Object.fromEntries(
        Object.entries(filter).filter(([, value]) => value !== undefined),
      ) as Partial<EntryFilter>),
      sort: parseSort(query),
      order: parseWord(query, 'order', 'desc', ['asc', 'desc']),
      page,
      perPage,
    },
    detail: parseDetail(query),
  }
}

/** @returns the value of `detail`; `full` by default @throws AppError `invalid_input` for an unknown value */
export function parseDetail(query: Query): Detail {
  return parseWord(query, 'detail', 'full', ['full', 'metadata'])
}

function parseWord<T extends string>(query: Query, name: string, fallback: T, allowed: readonly [T, T]): T {
  const text = queryText(query, name)
  if (text === undefined) return fallback
  const word = allowed.find((candidate) => candidate === text.toLowerCase())
  if (word) return word
  const title = `${name[0]!.toUpperCase()}${name.slice(1)}`
  throw new AppError('invalid_input', `${title} "${text}" parameter is wrong, allowed: ${allowed.join(' or ')}`)
}

function parseSort(query: Query): EntrySort {
  const text = (queryText(query, 'sort') ?? 'created').toLowerCase()
  return text === 'created' || text === 'updated' || text === 'archived' ? text : 'none'
}

/** @returns the value of `http_status`; undefined if it is not a registered status code */
function parseStatus(query: Query): string | undefined {
  const status = queryInteger(query, 'http_status', 0)
  return statusText(status) === undefined ? undefined : String(status)
}

/** @returns the labels in the comma-separated parameter `tags`, without empty ones. Ignores a list in `tags[]`. */
function parseTags(query: Query): string[] | undefined {
  const labels = (queryText(query, 'tags') ?? '').split(',').filter((label) => label !== '')
  return labels.length === 0 ? undefined : [...new Set(labels)].slice(0, 20)
}

const FLAGS = ['archive', 'starred', 'public', 'notParsed', 'annotations']

/** Query parameters that the links to other pages repeat, in the order of the wallabag contract. */
const LINKED = [...FLAGS, 'http_status', 'domain_name', 'sort', 'order', 'tags', 'since', 'q', 'collection', 'detail']

/**
 * @returns the address of another page of the same list. The query contains the parameters of the request, then the
 *   page number and the page size.
 */
export function pageAddress(baseUrl: string, query: Query, page: number, perPage: number): string {
  const given = LINKED.flatMap((name) => {
    const text = queryText(query, name) ?? (FLAGS.includes(name) && queryFlag(query, name) ? '1' : undefined)
    return text === undefined ? [] : [`${name}=${encodeURIComponent(text).replaceAll('%2C', ',')}`]
  })
  return `${baseUrl}/api/entries?${[...given, `page=${page}`, `perPage=${perPage}`].join('&')}`
}
