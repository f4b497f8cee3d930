import { parseAnnotationTags } from '../../annotations/annotation-tags.ts'
import { COLORS, parseColor, type Color } from '../../annotations/annotation-color.ts'
import { parseAnnotation, parseAnnotationText } from '../../annotations/annotation.ts'
import { REVIEW_DECISIONS } from '../../annotations/review/review-rule.ts'
import { checkProgress } from '../../entries/changing/store-reading-position.ts'
import { MAX_AUTHOR, MAX_AUTHORS, MAX_TITLE } from '../../entries/entry.ts'
import { parseNote } from '../../entries/parse-note.ts'
import { parseEntryAddress } from '../../entries/saving/entry-address.ts'
import {
  COLLECTION_ICONS,
  COLLECTION_LAYOUTS,
  COLLECTION_SORTS,
  type CollectionLayout,
  parseCollectionName,
  parseCollectionQuery,
} from '../../collections/collection.ts'
import { changedAppearance } from '../../users/appearance.ts'
import { isJsonObject } from '../../kernel/json.ts'
import { AppError } from '../../kernel/errors.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import {
  dateOf,
  optionalFlag,
  optionalList,
  optionalReferences,
  optionalText,
  refuseOthers,
  requiredNumber,
  requiredReference,
  requiredReferenceOrNull,
  requiredUuid,
  timeOf,
  uuidOf,
  type Members,
} from './operation-members.ts'
import {
  MAX_ENTRIES,
  MAX_OPERATIONS,
  type CollectionSet,
  type EntrySet,
  type Operation,
  type SettingsSet,
  type ValidOperation,
} from './operation.ts'

/**
 * @param value the member `ops` of a request
 * @returns the operations in the same order. An operation with invalid members becomes `malformed`.
 * @throws AppError `invalid_input` if the value is not a list of at most 200 objects, each with a UUID
 */
export function parseOperations(value: unknown, now: Date): Operation[] {
  if (!Array.isArray(value) || value.length > MAX_OPERATIONS) {
    throw new AppError('invalid_input', `"ops" is a list of at most ${MAX_OPERATIONS} operations`)
  }
  return value.map((members: unknown) => {
    const op = isJsonObject(members) ? uuidOf(members['op']) : undefined
    if (op === undefined) throw new AppError('invalid_input', 'every operation must have a UUID "op"')
    try {
      return parseOperation(members as Members, { op, at: timeOf((members as Members)['at'], now) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { kind: 'malformed', op, message: error.message.trim() }
    }
  })
}

interface OperationHead {
  readonly op: string
  readonly at: string
}

type Parse = (members: Members, head: OperationHead) => ValidOperation

const HEAD_MEMBERS = ['op', 'at', 'type', 'action']

const PARSERS: Readonly<Record<string, Parse>> = {
  'entries create': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'tmp', 'url', 'title', 'note', 'tags', 'archived', 'starred'])
    return {
      ...head,
      kind: 'create-entry',
      temporary: requiredUuid(members, 'tmp'),
      address: parseEntryAddress(members['url']),
      set: parseSet(members),
      tags: parseTagLabels(optionalList(members, 'tags')),
    }
  },
  'entries change': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id', 'set', 'add_tags', 'remove_tags'])
    const set = members['set'] ?? {}
    if (!isJsonObject(set)) throw new AppError('invalid_input', '"set" must be an object')
    refuseOthers(set, ['archived', 'starred', 'title', 'note', 'authors', 'published_at'])
    const [addTags, removeTags] = ['add_tags', 'remove_tags'].map((name) => parseTagLabels(optionalList(members, name)))
    if (addTags!.some((label) => removeTags!.includes(label))) {
      throw new AppError('invalid_input', 'a tag must not be in both "add_tags" and "remove_tags"')
    }
    const entry = requiredReference(members, 'id')
    return { ...head, kind: 'change-entry', entry, set: parseSet(set), addTags: addTags!, removeTags: removeTags! }
  },
  'entries delete': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id'])
    return { ...head, kind: 'delete-entry', entry: requiredReference(members, 'id') }
  },
  'entries restore': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id'])
    return { ...head, kind: 'restore-entry', entry: requiredReference(members, 'id') }
  },
  'progress set': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id', 'block', 'share'])
    const progress = { block: requiredNumber(members, 'block'), share: requiredNumber(members, 'share') }
    checkProgress(progress)
    return { ...head, kind: 'set-progress', entry: requiredReference(members, 'id'), ...progress }
  },
  'annotations create': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'tmp', 'entry', 'quote', 'ranges', 'text', 'color', 'tags'])
    const [text, quote] = [optionalText(members, 'text')?.trim() ?? '', optionalText(members, 'quote')]
    const input = parseAnnotation({ text, quote, ranges: members['ranges'] })
    const [temporary, entry] = [requiredUuid(members, 'tmp'), requiredReference(members, 'entry')]
    return {
      ...head,
      kind: 'create-annotation',
      temporary,
      entry,
      input: { ...input, ...colorOf(members), ...tagsOf(members) },
    }
  },
  'annotations change': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id', 'text', 'color', 'tags'])
    const text = optionalText(members, 'text')
    const note = text === undefined ? {} : { text: parseAnnotationText(text.trim()) }
    const change = { ...note, ...colorOf(members), ...tagsOf(members) }
    return { ...head, kind: 'change-annotation', annotation: requiredReference(members, 'id'), ...change }
  },
  'annotations delete': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id'])
    return { ...head, kind: 'delete-annotation', annotation: requiredReference(members, 'id') }
  },
  'annotations review': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id', 'decision'])
    const decision = wordOf(members, 'decision', REVIEW_DECISIONS)
    if (decision === undefined) throw new AppError('invalid_input', '"decision" is required')
    return { ...head, kind: 'review-annotation', annotation: requiredReference(members, 'id'), decision }
  },
  'collections create': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'tmp', ...COLLECTION_MEMBERS])
    const { name, ...others } = parseCollectionSet(members)
    if (name === undefined) throw new AppError('invalid_input', '"name" is required')
    return {
      ...head,
      kind: 'create-collection',
      temporary: requiredUuid(members, 'tmp'),
      given: { name, ...others },
    }
  },
  'collections change': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id', 'set', 'add_entries', 'remove_entries'])
    const set = members['set'] ?? {}
    if (!isJsonObject(set)) throw new AppError('invalid_input', '"set" must be an object')
    refuseOthers(set, COLLECTION_MEMBERS)
    return {
      ...head,
      kind: 'change-collection',
      collection: requiredReference(members, 'id'),
      set: parseCollectionSet(set),
      addEntries: optionalReferences(members, 'add_entries', MAX_ENTRIES),
      removeEntries: optionalReferences(members, 'remove_entries', MAX_ENTRIES),
    }
  },
  'collections delete': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id'])
    return { ...head, kind: 'delete-collection', collection: requiredReference(members, 'id') }
  },
  'collections restore': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id'])
    return { ...head, kind: 'restore-collection', collection: requiredReference(members, 'id') }
  },
  'collections move': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id', 'after'])
    const [collection, after] = [requiredReference(members, 'id'), requiredReferenceOrNull(members, 'after')]
    return { ...head, kind: 'move-collection', collection, after }
  },
  'collections move-entry': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'id', 'entry', 'after'])
    const [collection, entry] = [requiredReference(members, 'id'), requiredReference(members, 'entry')]
    return { ...head, kind: 'move-entry', collection, entry, after: requiredReferenceOrNull(members, 'after') }
  },
  'settings change': (members, head) => {
    refuseOthers(members, [...HEAD_MEMBERS, 'set'])
    const set = members['set']
    if (!isJsonObject(set)) throw new AppError('invalid_input', '"set" must be an object')
    return { ...head, kind: 'change-settings', set: settingsOf(set) }
  },
}

/** Names of the members that set fields of a collection. */
const COLLECTION_MEMBERS = ['name', 'icon', 'query', 'sort', 'layout', 'pinned']

/** Type and action of every operation, separated by a space. */
export const OPERATIONS: readonly string[] = Object.keys(PARSERS)

function parseOperation(members: Members, head: OperationHead): ValidOperation {
  const { type, action } = members
  const name = typeof type === 'string' && typeof action === 'string' ? `${type} ${action}` : ''
  const parse = Object.hasOwn(PARSERS, name) ? PARSERS[name] : undefined
  if (!parse) throw new AppError('invalid_input', `"type" and "action" must be one of: ${OPERATIONS.join(', ')}`)
  return parse(members, head)
}

/** @throws AppError `invalid_input` if there is no setting, or one that operations cannot change, or a wrong value */
function settingsOf(set: Members): SettingsSet {
  const look = changedAppearance(set)
  const { layout, ...others } = set
  const wrong = Object.keys(others).find((name) => !Object.hasOwn(look, name))
  if (wrong !== undefined)
    throw new AppError('invalid_input', `"set" has an unknown setting or a wrong value: ${wrong}`)
  if (Object.keys(set).length === 0) throw new AppError('invalid_input', '"set" must have at least one setting')
  return { ...look, ...(layout !== undefined && { layout: layoutOf(set) }) }
}

function layoutOf({ layout }: Members): CollectionLayout {
  const known = COLLECTION_LAYOUTS.find((one) => one === layout)
  if (!known) throw new AppError('invalid_input', `"layout" must be one of: ${COLLECTION_LAYOUTS.join(', ')}`)
  return known
}

function colorOf({ color }: Members): { readonly color?: Color } {
  if (color === undefined) return {}
  const known = parseColor(color)
  if (!known) throw new AppError('invalid_input', `"color" must be one of: ${COLORS.join(', ')}`)
  return { color: known }
}

function tagsOf({ tags }: Members): { readonly tags?: readonly string[] } {
  if (tags === undefined) return {}
  if (!Array.isArray(tags) || tags.some((one) => typeof one !== 'string')) {
    throw new AppError('invalid_input', '"tags" must be a list of labels')
  }
  return { tags: parseAnnotationTags(tags) }
}

/** @returns the fields to set. As elsewhere in the API, an empty title is ignored. An empty note removes the note. */
function parseSet(members: Members): EntrySet {
  const title = optionalText(members, 'title')?.trim()
  const note = optionalText(members, 'note')
  const [archived, starred] = [optionalFlag(members, 'archived'), optionalFlag(members, 'starred')]
  return {
    ...(archived !== undefined && { archived }),
    ...(starred !== undefined && { starred }),
    ...(title && { title: cutText(title, MAX_TITLE) }),
    ...(note !== undefined && { note: parseNote(note) }),
    ...(members['authors'] !== undefined && { authors: parseAuthors(members) }),
    ...(members['published_at'] !== undefined && { publishedAt: parsePublishedAt(members) }),
  }
}

function parseAuthors(members: Members): string[] {
  const names = optionalList(members, 'authors')
  const isValid = names.length <= MAX_AUTHORS && names.every((name) => typeof name === 'string')
  if (!isValid) throw new AppError('invalid_input', `"authors" must be a list of at most ${MAX_AUTHORS} names`)
  const texts = names.map((name) => cutText(storableText(name as string).trim(), MAX_AUTHOR))
  return texts.filter((name) => name !== '')
}

function parsePublishedAt(members: Members): string | null {
  const value = members['published_at']
  if (value === null) return null
  const date = dateOf(value)
  if (date === undefined) throw new AppError('invalid_input', '"published_at" must be a time of RFC 3339 or null')
  return date
}

/** @returns the fields of a collection to set. The layout `null` means the layout of all other lists. */
function parseCollectionSet(members: Members): CollectionSet {
  const [name, query, isPinned] = [
    optionalText(members, 'name'),
    optionalText(members, 'query'),
    optionalFlag(members, 'pinned'),
  ]
  const [icon, sort] = [wordOf(members, 'icon', COLLECTION_ICONS), wordOf(members, 'sort', COLLECTION_SORTS)]
  const layout = members['layout'] === null ? undefined : wordOf(members, 'layout', COLLECTION_LAYOUTS)
  return {
    ...(name !== undefined && { name: parseCollectionName(name) }),
    ...(query !== undefined && { query: parseCollectionQuery(query) }),
    ...(icon !== undefined && { icon }),
    ...(sort !== undefined && { sort }),
    ...(members['layout'] !== undefined && { layout }),
    ...(isPinned !== undefined && { isPinned }),
  }
}

function wordOf<Word extends string>(members: Members, name: string, words: readonly Word[]): Word | undefined {
  const text = optionalText(members, name)
  if (text === undefined) return undefined
  const found = words.find((one) => one === text)
  if (!found) throw new AppError('invalid_input', `"${name}" must be one of: ${words.join(', ')}`)
  return found
}
