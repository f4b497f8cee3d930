import { loadEntry } from '../../entries/listing/load-entry.ts'
import { authorsOf } from '../../entries/authors-of.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import { blockAtShare } from '../../annotations/block-at-share.ts'
import { parseLanguage, type EntryInput } from '../../entries/changing/entry-input.ts'
import { patchEntry, type PatchEntryDeps } from '../../entries/changing/patch-entry.ts'
import { storeReadingPosition } from '../../entries/changing/store-reading-position.ts'
import { deleteEntry } from '../../entries/deleting/delete-entry.ts'
import { MAX_AUTHOR, MAX_AUTHORS, MAX_NOTE, MAX_TITLE } from '../../entries/entry.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import type { RestoreEntriesDeps } from '../../entries/trash/restore-entries.ts'
import { restoreFromTrash } from '../../entries/trash/restore-from-trash.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { parseId } from '../../kernel/parse-id.ts'
import { ORDINARY_BODY } from '../../kernel/body-limits.ts'
import { MAX_LABEL, MAX_TAGS_PER_ENTRY, parseTagLabels } from '../../tags/tag.ts'
import { bookmarkHref, languageOf } from './bookmark.presenter.ts'
import { requestedEntry, type BookmarksDeps } from './read-bookmarks.ts'
import type { KeyCall } from '../wire/endpoint.ts'
import { flag, integer, oneOf, readForm, text, texts, time, type Field, type Values } from '../wire/form.ts'
import { readFields } from '../wire/sent-fields.ts'

export type ChangeBookmarkDeps = BookmarksDeps & PatchEntryDeps & RestoreEntriesDeps

const labels = texts(MAX_TAGS_PER_ENTRY, MAX_LABEL)

const language: Field<string> = {
  empty: '',
  parse: (given) => {
    const value = typeof given === 'string' ? parseLanguage(given) : undefined
    return value === undefined ? { reason: 'invalid language' } : { value }
  },
}

const title: Field<string> = {
  ...text(MAX_TITLE),
  parse: (given, isText) => {
    const parsed = text(MAX_TITLE).parse(given, isText)
    return 'value' in parsed && parsed.value === '' ? { reason: 'field is required' } : parsed
  },
}

const FORM = {
  _to: text(2000),
  add_labels: labels,
  authors: texts(MAX_AUTHORS, MAX_AUTHOR),
  description: text(MAX_NOTE),
  is_archived: flag,
  is_deleted: flag,
  is_marked: flag,
  labels,
  lang: language,
  published: time,
  read_anchor: text(256),
  read_progress: integer(0, 100),
  remove_labels: labels,
  site_name: text(MAX_TITLE),
  text_direction: oneOf(['ltr', 'rtl']),
  title,
}

type Change = Values<typeof FORM>

/** Changes a bookmark. The answer contains the changed fields. `site_name`, `text_direction` and the anchor are ignored. */
export async function changeBookmark(deps: ChangeBookmarkDeps, call: KeyCall) {
  const sent = await readFields(call.request, ORDINARY_BODY)
  if (sent.get('is_deleted', false) === false) await restore(deps, call)
  const loaded = await requestedEntry(deps, call, { hasContent: true })
  const change = readForm(FORM, sent, 400)
  const isUndated = sent.get('published', false) === null
  const { ownerId: owner, id } = loaded.entry
  const fields = inputOf(change, loaded)
  if (Object.keys(fields).length > 0 || isUndated) {
    const input = isUndated ? { ...fields, publishedAt: null } : fields
    await patchEntry(deps, owner, id, { fields: input, requestId: call.request.id })
  }
  if (change.read_progress !== undefined) {
    const share = change.read_progress / 100
    await storeReadingPosition(
      deps,
      { owner, id },
      { block: blockAtShare(contentOf(loaded), share), share },
      deps.clock.now(),
    )
  }
  const answer = await changedFields(deps, { loaded, change, isUndated })
  if (change.is_deleted === true) await deleteEntry(deps, owner, id)
  call.reply.header('location', bookmarkHref(deps.baseUrl, id))
  return answer
}

/** Takes back the deletion of a bookmark, which apps delay so that the user can change their mind. */
async function restore(deps: ChangeBookmarkDeps, { key, parts, request }: KeyCall): Promise<void> {
  const id = parseId<EntryId>(parts['id'])
  if (id !== undefined) await restoreFromTrash(deps, key.id, { ids: [id], requestId: request.id })
}

function inputOf(change: Change, loaded: LoadedEntry): EntryInput {
  const tags = labelsAfter(change, loaded)
  return {
    ...(change.is_archived !== undefined && { isArchived: change.is_archived }),
    ...(change.is_marked !== undefined && { isStarred: change.is_marked }),
    ...(change.title !== undefined && { title: change.title }),
    ...(change.description !== undefined && { note: change.description }),
    ...(change.authors && { authors: change.authors.flatMap((one) => one.split('\n')) }),
    ...(change.published !== undefined && { publishedAt: change.published }),
    ...(change.lang !== undefined && { language: change.lang }),
    ...(tags && { tags }),
  }
}

function labelsAfter({ labels: all, add_labels: added, remove_labels: removed }: Change, { tags }: LoadedEntry) {
  if (!all && !added && !removed) return undefined
  const removedLabels = new Set(parseTagLabels(removed ?? []))
  const wanted = all ?? tags.map(({ label }) => label)
  return parseTagLabels([...wanted, ...(added ?? [])]).filter((label) => !removedLabels.has(label))
}

interface Done {
  readonly loaded: LoadedEntry
  readonly change: Change
  readonly isUndated: boolean
}

/** The fields of an answer, as they are after the change. */
const SHOWN: Readonly<Record<string, (after: LoadedEntry) => unknown>> = {
  is_archived: ({ entry }) => entry.isArchived,
  is_marked: ({ entry }) => entry.isStarred,
  title: ({ entry }) => entry.title,
  description: ({ entry }) => entry.note ?? '',
  authors: ({ entry }) => authorsOf(entry),
  published: ({ entry }) => entry.publishedAt,
  lang: ({ entry }) => languageOf(entry),
  labels: ({ tags }) => tags.map(({ label }) => label),
}

/** @returns the changed fields as they are now, as Readeck answers */
async function changedFields(deps: ChangeBookmarkDeps, { loaded, change, isUndated }: Done) {
  const { ownerId: owner, id } = loaded.entry
  const after = (await loadEntry(deps.loadEntries, owner, id, { hasContent: false })) ?? loaded
  const names = new Set(Object.keys(change).map((name) => name.replace(/^(?:add|remove)_/, '')))
  if (isUndated) names.add('published')
  const { read_progress: percent, is_deleted: isDeleted, read_anchor: anchor } = change
  const all = {
    ...Object.fromEntries([...names].flatMap((name) => (SHOWN[name] ? [[name, SHOWN[name](after)]] : []))),
    ...(isDeleted !== undefined && { is_deleted: isDeleted }),
    ...(percent !== undefined && { read_progress: percent }),
    ...((percent === 0 || percent === 100 || anchor) && { read_anchor: '' }),
  }
  const hasChanged = Object.keys(all).length > 0
  const updated = hasChanged && { updated: after.entry.updatedAt }
  return { href: bookmarkHref(deps.baseUrl, id), id: String(id), ...all, ...updated }
}

/** Moves a bookmark to the trash. */
export async function removeBookmark(deps: ChangeBookmarkDeps, call: KeyCall) {
  const { entry } = await requestedEntry(deps, call, { hasContent: false })
  await deleteEntry(deps, entry.ownerId, entry.id)
  return call.reply.code(204).send()
}
