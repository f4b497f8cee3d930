import { AppError } from '../kernel/errors.ts'
import { parseTagLabels } from '../tags/tag.ts'
import type { Selection } from '../subscriptions/selection.ts'

/** A stream of the Google Reader API: a subscription, a label, or a state of items. */
export type Stream =
  | { readonly kind: 'subscription'; readonly id: number }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'state'; readonly state: string }

/**
 * Labels of the two folders that contain all subscriptions. They contain capital letters, and labels of tags do not, so no
 * tag has such a label.
 */
export const FOLDERS = { collections: 'Collections', sites: 'Sites' } as const

/** The start of the ids of states, which apps complete with `read`, `starred` and others. */
const STATE = 'user/-/state/com.google/'

export const READING_LIST = `${STATE}reading-list`
export const READ = `${STATE}read`
export const STARRED = `${STATE}starred`

export const labelStream = (label: string): string => `user/-/label/${label}`
export const feedStream = (id: number): string => `feed/${id}`

/**
 * @param text such as `feed/12` or `user/-/state/com.google/read`; the id of the user may stand for the hyphen
 * @throws AppError `invalid_input` if the text is not the id of a stream
 */
export function parseStream(text: string): Stream {
  const feed = /^feed\/([1-9]\d{0,9})$/.exec(text)?.[1]
  if (feed !== undefined) return { kind: 'subscription', id: Number(feed) }
  const [, kind, name] = /^user\/(?:-|\d+)\/(label|state\/com\.google)\/(.+)$/s.exec(text) ?? []
  if (name === undefined) throw new AppError('invalid_input', `"${text.slice(0, 100)}" is not the id of a stream`)
  return kind === 'label' ? { kind: 'label', label: name } : { kind: 'state', state: name }
}

/** @throws AppError `invalid_input` for a stream that does not exist here, such as the items that friends share */
export function streamSelection(stream: Stream): Selection {
  if (stream.kind === 'subscription') return { subscriptions: [stream.id] }
  if (stream.kind === 'label') return labelSelection(stream.label)
  const selection = STATES[stream.state]
  if (!selection) throw new AppError('invalid_input', `there is no stream "${stream.state.slice(0, 100)}"`)
  return selection
}

/** @throws AppError `invalid_input` for streams that cannot be excluded: all but states */
export function excludingSelection(stream: Stream): Selection {
  if (stream.kind === 'state' && stream.state === 'read') return { isArchived: false }
  if (stream.kind === 'state' && stream.state === 'kept-unread') return { isArchived: true }
  if (stream.kind === 'state' && stream.state === 'starred') return { isStarred: false }
  throw new AppError('invalid_input', 'only the streams "read", "kept-unread" and "starred" can be excluded')
}

/** All ids are larger than 0. */
const NOTHING: Selection = { before: 0 }

const STATES: Readonly<Record<string, Selection>> = {
  'reading-list': {},
  read: { isArchived: true },
  'kept-unread': { isArchived: false },
  starred: { isStarred: true },
  // newsboat 2.21 lists these two after each sign-in. Nothing is shared here.
  broadcast: NOTHING,
  'broadcast-friends': NOTHING,
}

function labelSelection(label: string): Selection {
  if (label === FOLDERS.sites) return {}
  return label === FOLDERS.collections ? { isCollected: true } : { tags: [requireTag(label)] }
}

/** @throws AppError `invalid_input` for a folder, or for a text that is not the label of one tag */
export function requireTag(label: string): string {
  const [tag, ...more] = parseTagLabels(label)
  const isFolder = label === FOLDERS.sites || label === FOLDERS.collections
  if (tag === undefined || more.length > 0 || isFolder) {
    throw new AppError('invalid_input', `"${label.slice(0, 100)}" is not the label of a tag`)
  }
  return tag
}

/** @returns the selection of the entries that are in all of the selections */
export function joinSelections(selections: readonly Selection[]): Selection {
  return selections.reduce((one, other) => {
    const isEmpty = contradicts(one.isArchived, other.isArchived) || contradicts(one.isStarred, other.isStarred)
    return {
      ...one,
      ...other,
      tags: [...(one.tags ?? []), ...(other.tags ?? [])],
      subscriptions: [...(one.subscriptions ?? []), ...(other.subscriptions ?? [])],
      ...(isEmpty && NOTHING),
    }
  }, {})
}

const contradicts = (one: boolean | undefined, other: boolean | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other
