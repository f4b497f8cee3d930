import { NEW_COLLECTION, type CollectionProperties } from '../../src/collections/collection.ts'
import { titleFromAddress } from '../../src/entries/saving/entry-address.ts'
import type { StoredProgress } from '../../src/entries/changing/store-reading-position.ts'
import type { ReviewAhead } from '../../src/annotations/review/list-review-ahead.ts'
import { dayOf } from '../../src/annotations/review/review-day.ts'
import { stateAfter, type ReviewState } from '../../src/annotations/review/review-rule.ts'
import type { Entry, EntryAnnotation } from '../../src/entries/entry.ts'
import type { CollectionId, EntryId, TagId, UserId } from '../../src/kernel/branded-ids.ts'
import type { StoredAccount, StoredCollection, StoredEntry, StoredSettings } from '../../src/web/sync/stored-objects.ts'
import type { CollectionMembers, NewRecord, Operation, OutboxRecord } from './operation.ts'
import { parseEntry, type Store } from './open-store.ts'

/** A user's library in memory: the synchronized data, with the operations in the outbox applied. */
export interface Library {
  readonly store: Store
  readonly account: StoredAccount
  settings: StoredSettings
  readonly entries: Map<number, StoredEntry>
  /** deleted entries, kept until the server has deleted them too */
  readonly deleted: Map<number, StoredEntry>
  readonly progress: Map<number, StoredProgress>
  /** in the user's order */
  readonly collections: StoredCollection[]
  /** deleted collections, kept until the server has deleted them too */
  readonly deletedCollections: Map<number, StoredCollection>
  readonly outbox: OutboxRecord[]
  /** the review of the next days; undefined until the server has sent it */
  readonly review: ReviewAhead | undefined
  /** the states of the highlights that the outbox has reviewed, by id */
  readonly reviewed: Map<number, ReviewState>
}

const stale = new WeakSet<Library>()

/** Marks a library as outdated. `ownLibrary` then loads it from its store again. */
export const markStale = (library: Library): void => void stale.add(library)
export const isStale = (library: Library): boolean => stale.has(library)

/** @returns the library in the store; undefined before the first synchronization is complete */
export async function loadLibrary(store: Store): Promise<Library | undefined> {
  const transaction = store.transaction(['entries', 'progress', 'collections', 'outbox', 'meta'])
  const table = <Name extends 'entries' | 'progress' | 'collections'>(name: Name) => transaction.objectStore(name)
  const meta = transaction.objectStore('meta')
  const [entries, progress, places, collections, outbox, account, settings, cursor, isPartial, order, review] =
    await Promise.all([
      table('entries').getAll(),
      table('progress').getAll(),
      table('progress').getAllKeys(),
      table('collections').getAll(),
      transaction.objectStore('outbox').getAll(),
      meta.get('account') as Promise<StoredAccount | undefined>,
      meta.get('settings') as Promise<StoredSettings | undefined>,
      meta.get('cursor') as Promise<string | undefined>,
      meta.get('isPartial') as Promise<true | undefined>,
      meta.get('collectionOrder') as Promise<readonly number[] | undefined>,
      meta.get('review') as Promise<ReviewAhead | undefined>,
    ])
  if (!account || cursor === undefined || isPartial) return undefined
  const library: Library = {
    store,
    account,
    settings: settings ?? { preferences: {}, actionMarkAsRead: 1 },
    entries: new Map(entries.map(parseEntry).map((one) => [one.entry.id, one])),
    deleted: new Map(),
    progress: new Map(progress.map((one, index) => [places[index]!, one])),
    collections: inOrder(collections, order ?? []),
    deletedCollections: new Map(),
    outbox,
    review,
    reviewed: new Map(),
  }
  for (const record of outbox) if (record.state === 'waiting' || record.state === 'sent') apply(library, record)
  return library
}

function inOrder(collections: readonly StoredCollection[], order: readonly number[]): StoredCollection[] {
  const places = new Map(order.map((id, index) => [id, index]))
  const positionOf = ({ collection }: StoredCollection) => places.get(collection.id) ?? Infinity
  return collections.toSorted((one, other) => positionOf(one) - positionOf(other))
}

/** Adds operations to the outbox, and applies them to the library. */
export async function record(library: Library, records: readonly NewRecord[]): Promise<void> {
  // With `strict`, the operation is on disk before the page shows its effect, so that a crash cannot lose it.
  const transaction = library.store.transaction('outbox', 'readwrite', { durability: 'strict' })
  for (const one of records) {
    const waiting = { ...one, state: 'waiting' } as OutboxRecord
    const seq = await transaction.store.add(waiting)
    const kept = { ...waiting, seq }
    library.outbox.push(kept)
    apply(library, kept)
  }
  await transaction.done
}

/** Stores a changed record of the outbox. */
export async function updateRecord(store: Store, record: OutboxRecord): Promise<void> {
  await store.put('outbox', record)
}

/**
 * Applies an operation to the library in memory. The server later applies the operation with the same result.
 * Operations on deleted objects are skipped.
 */
export function apply(
  library: Library,
  { operation, at, localId }: Pick<OutboxRecord, 'operation' | 'at' | 'localId'>,
): void {
  switch (operation.type) {
    case 'entries':
      return applyToEntry(library, operation, at, localId)
    case 'progress':
      if (library.entries.has(operation.id)) {
        library.progress.set(operation.id, { block: operation.block, share: operation.share, at })
      }
      return
    case 'annotations':
      if (operation.action === 'review') return applyReview(library, operation, at)
      return applyToAnnotation(library, operation, at, localId)
    case 'collections':
      return applyToCollection(library, operation, at, localId)
    case 'settings': {
      const { settings } = library
      library.settings = { ...settings, preferences: { ...settings.preferences, ...operation.set } }
    }
  }
}

/** @returns the time zone of the user's settings, or else that of the browser */
export function timeZoneIn({ settings }: Pick<Library, 'settings'>): string {
  const zone = settings.preferences['timeZone']
  return typeof zone === 'string' ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Stores what the user has decided about a highlight, as the server will. */
function applyReview(library: Library, { id, decision }: ReviewOperation, at: string): void {
  const day = dayOf({ at: new Date(at), timeZone: timeZoneIn(library) })
  library.reviewed.set(id, stateAfter(reviewStateOf(library, id), decision, { day, now: at }))
}

/** @returns the state of a highlight in the review */
export function reviewStateOf({ review, reviewed }: Pick<Library, 'review' | 'reviewed'>, id: number): ReviewState {
  const due = review?.days.flatMap(({ highlights }) => highlights).find((one) => one.id === id)
  return reviewed.get(id) ?? { box: due?.box ?? null, dueOn: null, reviewedOn: null, leftAt: null }
}

type ReviewOperation = Extract<Of<'annotations'>, { readonly action: 'review' }>

type Of<Type extends Operation['type']> = Extract<Operation, { readonly type: Type }>

function applyToEntry(library: Library, operation: Of<'entries'>, at: string, localId: number | undefined): void {
  const { entries, deleted } = library
  if (operation.action === 'create') {
    if (localId !== undefined) entries.set(localId, newEntry(library, localId, operation.url, at))
    return
  }
  const { id } = operation
  if (operation.action === 'restore') {
    const restored = deleted.get(id)
    if (restored) entries.set(id, restored)
    return
  }
  const stored = entries.get(id)
  if (!stored) return
  if (operation.action === 'change') {
    entries.set(id, changed(stored, operation, at))
    return
  }
  deleted.set(id, stored)
  entries.delete(id)
}

function changed(
  stored: StoredEntry,
  operation: Extract<Of<'entries'>, { readonly action: 'change' }>,
  at: string,
): StoredEntry {
  const { set = {}, add_tags: added = [], remove_tags: removed = [] } = operation
  const entry = { ...stored.entry, ...flagsIn(set, at), ...textsIn(set, at), updatedAt: at }
  const kept = stored.tags.filter(({ label }) => !removed.includes(label))
  const fresh = added.filter((label) => !kept.some((tag) => tag.label === label))
  const tags = [...kept, ...fresh.map((label) => ({ id: 0 as TagId, label, slug: label }))]
  return { ...stored, entry, tags: tags.toSorted((one, other) => (one.label < other.label ? -1 : 1)) }
}

type EntrySet = NonNullable<Extract<Of<'entries'>, { readonly action: 'change' }>['set']>

function flagsIn({ archived, starred }: EntrySet, at: string): Partial<Entry> {
  return {
    ...(archived !== undefined && { isArchived: archived, archivedAt: archived ? at : null }),
    ...(starred !== undefined && { isStarred: starred, starredAt: starred ? at : null }),
  }
}

function textsIn({ title, note, authors, published_at: publishedAt }: EntrySet, at: string): Partial<Entry> {
  return {
    ...(title !== undefined && { title }),
    ...(note !== undefined && { note: note === '' ? null : note, noteSetAt: at }),
    ...(authors && { publishedBy: authors.length === 0 ? null : JSON.stringify(authors) }),
    ...(publishedAt !== undefined && { publishedAt }),
  }
}

function newEntry({ account }: Library, id: number, url: string, at: string): StoredEntry {
  const entry: Entry = {
    id: id as EntryId,
    ownerId: account.user.id as UserId,
    uid: null,
    url,
    givenUrl: url,
    originUrl: null,
    title: titleFromAddress(url),
    note: null,
    noteSetAt: null,
    domainName: new URL(url).hostname,
    language: null,
    mimetype: null,
    previewPicture: null,
    siteIcon: null,
    readingTime: 0,
    httpStatus: null,
    headers: null,
    publishedAt: null,
    publishedBy: null,
    isArchived: false,
    archivedAt: null,
    isStarred: false,
    starredAt: null,
    isNotParsed: false,
    fetchState: 'pending',
    fetchReason: null,
    fetchGeneration: 0,
    givenFields: [],
    importId: null,
    createdAt: at,
    updatedAt: at,
    revision: 0,
  }
  return { entry, tags: [], annotations: [], beginning: '' }
}

function applyToAnnotation(
  library: Library,
  operation: Exclude<Of<'annotations'>, ReviewOperation>,
  at: string,
  localId: number | undefined,
): void {
  if (operation.action === 'create') {
    const stored = library.entries.get(operation.entry)
    if (!stored || localId === undefined) return
    const { quote, text, color = 'yellow', tags = [], ranges: list } = operation
    const times = { createdAt: at, updatedAt: at }
    const ranges = JSON.stringify(list)
    const annotation: EntryAnnotation = { id: localId, text, quote, ranges, color, tags, ...times }
    library.entries.set(operation.entry, { ...stored, annotations: [...stored.annotations, annotation] })
    return
  }
  const found = findAnnotation(library, operation.id)
  if (!found) return
  const { stored, annotation } = found
  const others = stored.annotations.filter((one) => one !== annotation)
  if (operation.action === 'delete') {
    library.entries.set(stored.entry.id, { ...stored, annotations: others })
    return
  }
  const { text = annotation.text, color = annotation.color, tags = annotation.tags ?? [] } = operation
  const annotations = stored.annotations.map((one) =>
    one === annotation ? { ...one, text, color, tags, updatedAt: at } : one,
  )
  library.entries.set(stored.entry.id, { ...stored, annotations })
}

/** @returns an annotation with its entry; undefined if the library does not contain it */
export function findAnnotation(
  { entries }: Library,
  id: number,
): { readonly stored: StoredEntry; readonly annotation: EntryAnnotation } | undefined {
  for (const stored of entries.values()) {
    const annotation = stored.annotations.find((one) => one.id === id)
    if (annotation) return { stored, annotation }
  }
  return undefined
}

function applyToCollection(
  library: Library,
  operation: Of<'collections'>,
  at: string,
  localId: number | undefined,
): void {
  const { collections, deletedCollections } = library
  if (operation.action === 'create') {
    if (localId !== undefined) collections.push(newCollection(localId, operation, at))
    return
  }
  if (operation.action === 'restore') {
    const restored = deletedCollections.get(operation.id)
    if (restored) collections.push(restored)
    deletedCollections.delete(operation.id)
    return
  }
  const index = collections.findIndex(({ collection }) => collection.id === (operation.id as CollectionId))
  const stored = collections[index]
  if (!stored) return
  if (operation.action === 'delete') {
    deletedCollections.set(operation.id, stored)
    collections.splice(index, 1)
    return
  }
  if (operation.action === 'move') {
    const ids = collections.map((one) => one.collection.id)
    const order = movedBelow(ids, operation.id as CollectionId, operation.after as CollectionId | null)
    const places = new Map(order.map((id, place) => [id, place]))
    collections.sort((one, other) => places.get(one.collection.id)! - places.get(other.collection.id)!)
    return
  }
  if (operation.action === 'move-entry') {
    collections[index] = { ...stored, entries: movedBelow(stored.entries, operation.entry, operation.after) }
    return
  }
  const { set = {}, add_entries: added = [], remove_entries: removed = [] } = operation
  const kept = stored.entries.filter((id) => !removed.includes(id))
  const entries = [...kept, ...added.filter((id) => !kept.includes(id))]
  const collection = { ...stored.collection, ...factsOf(set), hasPicked: entries.length > 0, updatedAt: at }
  collections[index] = { collection, entries }
}

/**
 * @param above the item above the new position; null for the first position
 * @returns the items in the new order; unchanged if one of the two items is missing
 */
export function movedBelow<Item>(items: readonly Item[], moved: Item, above: Item | null): readonly Item[] {
  const others = items.filter((one) => one !== moved)
  const place = above === null ? -1 : others.indexOf(above)
  const isMissing = others.length === items.length || (above !== null && place === -1)
  return isMissing ? items : others.toSpliced(place + 1, 0, moved)
}

function newCollection(
  id: number,
  members: CollectionMembers & { readonly name: string },
  at: string,
): StoredCollection {
  const facts = { ...NEW_COLLECTION, ...factsOf(members), name: members.name }
  const times = { createdAt: at, updatedAt: at, revision: 0 }
  const collection = { ...facts, id: id as CollectionId, publicId: null, hasPicked: false, ...times }
  return { collection, entries: [] }
}

function factsOf({ name, icon, query, sort, layout, pinned }: CollectionMembers): Partial<CollectionProperties> {
  return {
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon }),
    ...(query !== undefined && { query }),
    ...(sort !== undefined && { sort }),
    ...(layout !== undefined && { layout: layout ?? undefined }),
    ...(pinned !== undefined && { isPinned: pinned }),
  }
}
