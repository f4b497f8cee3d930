import type { EntryId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'

/** Maximum number of items in a response. */
export const MAX_ITEMS = 50

const TARGETS = ['item', 'feed', 'group'] as const
const STATES = ['read', 'unread', 'saved', 'unsaved'] as const

/** The change that a request asks for. */
export interface Mark {
  readonly target: (typeof TARGETS)[number]
  /** always `read` for a feed or a group */
  readonly as: (typeof STATES)[number]
  readonly id: number
  /** only items that were saved until this time */
  readonly before?: Date
}

/**
 * @returns the change in the parameters `mark`, `as`, `id` and `before`; undefined without `mark`
 * @throws AppError `invalid_input`
 */
export function parseMark(parameters: URLSearchParams): Mark | undefined {
  if (!parameters.has('mark')) return undefined
  const target = TARGETS.find((one) => one === parameters.get('mark'))
  if (!target) throw new AppError('invalid_input', 'the parameter "mark" is not "item", "feed" or "group"')
  const states = target === 'item' ? STATES : (['read'] as const)
  const as = states.find((one) => one === parameters.get('as'))
  if (!as) throw new AppError('invalid_input', `the parameter "as" is not a state of "${target}"`)
  const [id, before] = [numberIn(parameters, 'id'), numberIn(parameters, 'before')]
  if (id === undefined) throw new AppError('invalid_input', 'the parameter "id" is missing')
  // Times in responses are cut to whole seconds.
  return { target, as, id, ...(before !== undefined && { before: new Date(before * 1000 + 999) }) }
}

/** The items that a request asks for. */
type WantedItems =
  | { readonly ids: readonly EntryId[] }
  | { readonly order: 'asc'; readonly after?: number }
  | { readonly order: 'desc'; readonly before?: number }

/**
 * Reads which items the parameters select: those with the ids `with_ids`, those after `since_id`, those before `max_id` (0
 * stands for the newest ones), or the first ones. A request selects at most 50.
 * @throws AppError `invalid_input`
 */
export function parseItems(parameters: URLSearchParams): WantedItems {
  const named = parameters.get('with_ids')
  if (named !== null) return { ids: parseIds(named) }
  const [after, before] = [numberIn(parameters, 'since_id'), numberIn(parameters, 'max_id')]
  if (after !== undefined) return { order: 'asc', ...(after > 0 && { after }) }
  if (before === undefined) return { order: 'asc' }
  return { order: 'desc', ...(before > 0 && { before }) }
}

function parseIds(text: string): EntryId[] {
  const ids = text.split(',').filter((id) => id !== '')
  if (ids.length > MAX_ITEMS) throw new AppError('invalid_input', `a request has at most ${MAX_ITEMS} items`)
  return ids.map((id) => requireNumber('with_ids', id.trim()) as EntryId)
}

function numberIn(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name) || undefined
  return text === undefined ? undefined : requireNumber(name, text)
}

/**
 * A negative number stands for a group that does not exist here. freshrss_api 2.0.5 (PyPI) sends microseconds as `since_id`,
 * because ids are times in FreshRSS.
 */
function requireNumber(name: string, text: string): number {
  if (/^-?\d{1,16}$/.test(text)) return Number(text)
  throw new AppError('invalid_input', `the parameter "${name}" is not a number`)
}
