/** The model of a user's library. The values are immutable. */
export interface Library {
  readonly entries: Readonly<Record<number, ModelEntry>>
  /** ids of entries by address, for saves of the same address */
  readonly addresses: Readonly<Record<string, number>>
  /** ids of tags by label; negative for tags created in the current round, whose ids the model cannot know */
  readonly tags: Readonly<Record<string, number>>
  /** the deleted entries that can be restored, by batch, or by `trashKey` if a client has deleted them */
  readonly trash: Readonly<Record<string, TrashedModel>>
}

export interface TrashedModel {
  readonly id: number
  readonly entry: ModelEntry
}

export interface ModelEntry {
  readonly url: string
  readonly title: string
  readonly content: string
  readonly isArchived: boolean
  readonly isStarred: boolean
  readonly tags: readonly string[]
  /** texts of annotations by id */
  readonly annotations: Readonly<Record<number, string>>
}

export interface Fields {
  readonly title?: string
  readonly content?: string
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  readonly tags?: readonly string[]
}

export type Operation =
  | { readonly kind: 'patch'; readonly id: number; readonly fields: Fields }
  | { readonly kind: 'save'; readonly url: string; readonly fields: Fields }
  | { readonly kind: 'add-tags'; readonly id: number; readonly labels: readonly string[] }
  | { readonly kind: 'remove-tags'; readonly id: number; readonly labels: readonly string[] }
  | { readonly kind: 'drop-tag'; readonly label: string }
  | { readonly kind: 'rename-tag'; readonly tagId: number; readonly label: string }
  | { readonly kind: 'annotate'; readonly id: number; readonly text: string }
  | { readonly kind: 'delete-annotation'; readonly annotationId: number }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'trash'; readonly id: number; readonly batch: string }
  | { readonly kind: 'restore'; readonly batch: string }

/** The response of the service: whether the entry or annotation existed, and the id of the saved or added object. */
export interface Answer {
  readonly isFound: boolean
  readonly id?: number
  /** true if another operation of the round deleted this operation's entry, or the entry of the saved address */
  readonly isSuperseded?: boolean
}

/** @returns the library after the operation; undefined if the service could not have given this response */
export function applied(library: Library, operation: Operation, answer: Answer): Library | undefined {
  if (operation.kind === 'save') return saved(library, operation, answer)
  const after = afterwards(library, operation, answer.id)
  if (after !== undefined && !answer.isFound) return isDeletedBeforeResponse(operation, answer) ? after : undefined
  if (after === undefined && answer.isFound) return undefined
  return after ?? library
}

/**
 * Returns true if the operation took effect although its response is 404. The service reads the entry again for the
 * response, so the response is 404 if another operation has deleted the entry since the change.
 */
function isDeletedBeforeResponse({ kind }: Operation, { isSuperseded }: Answer): boolean {
  return (kind === 'patch' || kind === 'add-tags') && isSuperseded === true
}

/** @returns the library after the operation; undefined if the entry or annotation does not exist */
function afterwards(
  library: Library,
  operation: Operation & { readonly kind: Kind },
  answered?: number,
): Library | undefined {
  return (EFFECTS[operation.kind] as Effect<Kind>)(library, operation, answered!)
}

type Kind = Exclude<Operation['kind'], 'save'>

type Effect<K extends Kind> = (
  library: Library,
  operation: Operation & { readonly kind: K },
  answered: number,
) => Library | undefined

const EFFECTS: { readonly [K in Kind]: Effect<K> } = {
  patch: (library, { id, fields }) => changed(library, id, (entry) => ({ ...entry, ...fields })),
  'add-tags': (library, { id, labels }) =>
    changed(library, id, (entry) => ({ ...entry, tags: [...entry.tags, ...labels] })),
  'remove-tags': (library, { id, labels }) => changed(library, id, (entry) => withoutTags(entry, labels)) ?? library,
  'drop-tag': (library, { label }) =>
    label in library.tags ? mapped(library, (entry) => withoutTags(entry, [label])) : undefined,
  'rename-tag': renamed,
  annotate: (library, { id, text }, answered) =>
    changed(library, id, (entry) => ({ ...entry, annotations: { ...entry.annotations, [answered]: text } })),
  'delete-annotation': (library, { annotationId }) => withoutAnnotation(library, annotationId),
  delete: (library, { id }) => trashed(library, { kind: 'trash', id, batch: trashKey(id) }),
  trash: trashed,
  restore: (library, { batch }) => restored(library, batch),
}

/** @returns the key in `Library.trash` of an entry that a client has deleted, because such batches have random names */
export const trashKey = (id: number): string => `entry-${id}`

/** @returns the id in a key of `trashKey`; undefined for the name of a batch */
export function idInTrashKey(key: string): number | undefined {
  const digits = /^entry-(\d+)$/.exec(key)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function trashed(library: Library, { id, batch }: Operation & { kind: 'trash' }): Library | undefined {
  const entry = library.entries[id]
  return entry && { ...deleted(library, id), trash: { ...library.trash, [batch]: { id, entry } } }
}

/**
 * Added to the id in a response, it stands for the id of a new entry that no response contains. The sum is higher than
 * the ids of older entries, and different for each response.
 */
const UNKNOWN_ID = 2 ** 52

/**
 * Applies a save. The service looks up the address again for the response. If the saved entry has been deleted since
 * (`isSuperseded`), the response contains the id of another entry or none, so the ids need not match.
 * @returns undefined if the service could not have given this response
 */
function saved(library: Library, operation: Operation & { kind: 'save' }, answer: Answer): Library | undefined {
  const { url, fields } = operation
  const id = library.addresses[url]
  if (id !== undefined) {
    if (id !== answer.id && !answer.isSuperseded) return undefined
    const tags = [...library.entries[id]!.tags, ...(fields.tags ?? [])]
    return changed(library, id, (entry) => ({ ...entry, ...fields, tags }))
  }
  if (answer.id === undefined || answer.id in library.entries) return undefined
  // A restored entry may have been merged with the new one before the response, which then contains its id.
  const isTrashed = Object.values(library.trash).some((one) => one.id === answer.id && one.entry.url === url)
  const newId = isTrashed ? UNKNOWN_ID + answer.id : answer.id
  const blank = { url, title: '', content: '', isArchived: false, isStarred: false, tags: [], annotations: {} }
  return settled({
    ...library,
    entries: { ...library.entries, [newId]: { ...blank, ...fields } },
    addresses: { ...library.addresses, [url]: newId },
  })
}

function renamed(library: Library, { tagId, label }: Operation & { kind: 'rename-tag' }): Library | undefined {
  const old = Object.keys(library.tags).find((one) => library.tags[one] === tagId)
  if (old === undefined) return undefined
  return mapped(library, (entry) =>
    entry.tags.includes(old)
      ? { ...withoutTags(entry, [old]), tags: [...withoutTags(entry, [old]).tags, label] }
      : entry,
  )
}

function withoutAnnotation(library: Library, annotationId: number): Library | undefined {
  const found = Object.entries(library.entries).find(([, entry]) => annotationId in entry.annotations)
  if (!found) return undefined
  const { [annotationId]: _, ...annotations } = found[1].annotations
  return changed(library, Number(found[0]), (entry) => ({ ...entry, annotations }))
}

function deleted(library: Library, id: number): Library {
  const { [id]: deleted, ...entries } = library.entries
  const { [deleted!.url]: known, ...others } = library.addresses
  return settled({ ...library, entries, addresses: known === id ? others : library.addresses })
}

/**
 * Restores a deleted entry. If an entry with its id exists again, no entry changes. If another entry has its address
 * now, the newer of the two is merged into the older one.
 * @param key a batch; or the key of an entry, which is restored from the batch that it is in
 */
function restored(library: Library, key: string): Library {
  const wanted = idInTrashKey(key)
  const batch = Object.keys(library.trash).find((one) => library.trash[one]!.id === wanted) ?? key
  const { [batch]: packed, ...trash } = library.trash
  if (!packed || packed.id in library.entries) return { ...library, trash }
  const { id, entry } = packed
  const other = library.addresses[entry.url] ?? id
  const [older, newer] = [Math.min(id, other), Math.max(id, other)]
  const { [newer]: merged, ...entries } = { ...library.entries, [id]: entry }
  const kept = older === newer ? entry : mergedEntry(entries[older]!, merged!)
  const addresses = { ...library.addresses, [entry.url]: older }
  return settled({ ...library, trash, entries: { ...entries, [older]: kept }, addresses })
}

/** Merges two entries whose title and content were sent by a client. */
function mergedEntry(older: ModelEntry, newer: ModelEntry): ModelEntry {
  return {
    ...newer,
    isArchived: older.isArchived || newer.isArchived,
    isStarred: older.isStarred || newer.isStarred,
    tags: [...older.tags, ...newer.tags],
    annotations: { ...older.annotations, ...newer.annotations },
  }
}

function changed(library: Library, id: number, change: (entry: ModelEntry) => ModelEntry): Library | undefined {
  const entry = library.entries[id]
  return entry && settled({ ...library, entries: { ...library.entries, [id]: change(entry) } })
}

function mapped(library: Library, change: (entry: ModelEntry) => ModelEntry): Library {
  const entries = Object.entries(library.entries).map(([id, entry]) => [id, change(entry)])
  return settled({ ...library, entries: Object.fromEntries(entries) as Library['entries'] })
}

const withoutTags = (entry: ModelEntry, labels: readonly string[]): ModelEntry => ({
  ...entry,
  tags: entry.tags.filter((tag) => !labels.includes(tag)),
})

/** Sorts the tags, and removes tags without entries. A removed tag gets a new id when it is used again. */
function settled(library: Library): Library {
  const entries = Object.entries(library.entries).map(([id, entry]) => [
    id,
    { ...entry, tags: [...new Set(entry.tags)].toSorted() },
  ])
  const labels = new Set(entries.flatMap(([, entry]) => (entry as ModelEntry).tags))
  const tags = Object.fromEntries([...labels].toSorted().map((label) => [label, library.tags[label] ?? -1]))
  return { ...library, entries: Object.fromEntries(entries) as Library['entries'], tags }
}
