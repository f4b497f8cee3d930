import { LATEST_SECONDS, type EntrySort } from '../entries/listing/entry-filter.ts'
import { AppError } from '../kernel/errors.ts'
import { numberIn } from '../subscriptions/number-parameter.ts'
import type { Selection } from '../subscriptions/selection.ts'
import { parseTagLabels } from '../tags/tag.ts'

/** A request for a page of entries. */
interface EntriesRequest {
  readonly selection: Selection
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
  readonly sort: EntrySort
}

const DEFAULT_LIMIT = 100
/** Maximum number of entries in a response, as in Miniflux. */
const MAX_LIMIT = 1000
export const MAX_IDS = 10_000

/** Entries have no order by status, category or author here. They are sorted by the time of saving then. */
const SORTS: Readonly<Record<string, EntrySort>> = {
  id: 'created',
  changed_at: 'updated',
  published_at: 'saved',
  created_at: 'saved',
  title: 'title',
  status: 'saved',
  category_title: 'saved',
  category_id: 'saved',
  author: 'saved',
}

/**
 * Reads the parameters of a list of entries. Times are those of saving, and of the last change.
 * @throws AppError `invalid_input`
 */
export function parseEntriesRequest(parameters: URLSearchParams): EntriesRequest {
  const sort = SORTS[parameters.get('order') || 'published_at']
  const direction = parameters.get('direction') || 'asc'
  if (!sort) throw new AppError('invalid_input', 'invalid entry order')
  if (direction !== 'asc' && direction !== 'desc') throw new AppError('invalid_input', 'invalid direction')
  const limit = numberIn(parameters, 'limit') ?? DEFAULT_LIMIT
  if (limit > MAX_LIMIT) throw new AppError('invalid_input', `limit value should be <= ${MAX_LIMIT}`)
  const selection = {
    ...statusSelection(parameters.getAll('status')),
    ...starredSelection(parameters),
    ...placeSelection(parameters),
    ...timeSelection(parameters),
    ...idSelection(parameters),
  }
  return { selection, order: direction, limit: limit || MAX_LIMIT, offset: numberIn(parameters, 'offset') ?? 0, sort }
}

/** Reads the parameters of a list of ids. @throws AppError `invalid_input` */
export function parseIdsRequest(parameters: URLSearchParams): EntriesRequest {
  const selection = { ...statusSelection(parameters.getAll('status')), ...starredSelection(parameters) }
  const limit = Math.min(numberIn(parameters, 'limit') || MAX_IDS, MAX_IDS)
  return { selection, order: 'desc', limit, offset: numberIn(parameters, 'offset') ?? 0, sort: 'created' }
}

function statusSelection(sent: readonly string[]): Selection {
  const statuses = new Set(sent.filter((status) => status !== ''))
  for (const status of statuses) {
    if (!/^(?:read|unread|removed)$/.test(status)) throw new AppError('invalid_input', 'invalid entry status')
  }
  const [isRead, isUnread] = [statuses.has('read'), statuses.has('unread')]
  if (isRead !== isUnread) return { isArchived: isRead }
  // Removed entries are not listed, and all ids are larger than 0.
  return statuses.has('removed') && !isRead ? { before: 0 } : {}
}

/** What Go, in which Miniflux is written, reads as true and false. Clients in Python send `True`. */
const TRUE = /^(?:1|t|T|TRUE|true|True)$/
const FALSE = /^(?:0|f|F|FALSE|false|False)$/

/** @returns true if Miniflux reads the value of a parameter as true */
export const isTrue = (value: string | null): boolean => TRUE.test(value ?? '')

function starredSelection(parameters: URLSearchParams): Selection {
  const starred = parameters.get('starred') || undefined
  if (starred === undefined) return {}
  const isStarred = isTrue(starred)
  if (!isStarred && !FALSE.test(starred)) throw new AppError('invalid_input', 'invalid starred parameter')
  return { isStarred }
}

function placeSelection(parameters: URLSearchParams): Selection {
  const [feed, category] = [numberIn(parameters, 'feed_id'), numberIn(parameters, 'category_id')]
  const tags = parseTagLabels(parameters.getAll('tags'))
  const query = parameters.get('search') ?? ''
  return {
    ...(feed && { subscriptions: [feed] }),
    ...(category && categorySelection(category)),
    ...(tags.length > 0 && { tags }),
    ...(query.trim() !== '' && { query }),
  }
}

/** @throws AppError `invalid_input` if there is no such category */
export function categorySelection(id: number): Selection {
  if (id === 1) return {}
  if (id === 2) return { isCollected: true }
  throw new AppError('invalid_input', 'invalid category ID')
}

function timeSelection(parameters: URLSearchParams): Selection {
  const since = secondsIn(parameters, ['after', 'published_after'], 1)
  const until = secondsIn(parameters, ['before', 'published_before'], -1)
  const updatedSince = secondsIn(parameters, ['changed_after'], 1)
  const updatedUntil = secondsIn(parameters, ['changed_before'], -1)
  return {
    ...(since && { savedSince: since }),
    ...(until && { savedUntil: until }),
    ...(updatedSince && { updatedSince }),
    ...(updatedUntil && { updatedUntil }),
  }
}

/** @returns the first time that is sent, moved by milliseconds, because the ranges of the API exclude the time itself */
function secondsIn(parameters: URLSearchParams, names: readonly string[], shift: number): Date | undefined {
  const sent = names.map((name) => numberIn(parameters, name)).find(Boolean)
  return sent === undefined ? undefined : new Date(Math.min(sent, LATEST_SECONDS) * 1000 + shift)
}

function idSelection(parameters: URLSearchParams): Selection {
  const [before, after] = [numberIn(parameters, 'before_entry_id'), numberIn(parameters, 'after_entry_id')]
  return { ...(before && { before }), ...(after && { after }) }
}
