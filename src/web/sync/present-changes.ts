import { collectionById } from '../../collections/collection-by-id.ts'
import type { ListCollections } from '../../collections/list-collections.ts'
import type { ListPickedEntries } from '../../collections/list-picked-entries.ts'
import type { FindProgress } from '../../entries/changing/store-reading-position.ts'
import type { LoadEntries, LoadedEntry } from '../../entries/listing/load-entries.ts'
import type { LoadBeginnings } from '../../entries/listing/load-article-beginnings.ts'
import type { cardCopyLoader } from '../../images/load-image-copies.ts'
import type { CollectionId, EntryId, UserId } from '../../kernel/branded-ids.ts'
import { html } from '../../kernel/html.ts'
import type { ChangedObject } from '../../sync/sync-object.ts'
import type { UserConfig } from '../../users/user-config.ts'
import { entryExcerpt } from '../../entries/listing/excerpt.ts'
import type { StoredChange, StoredCollection, StoredEntry } from './stored-objects.ts'

export interface PresentChangesDeps {
  readonly loadEntries: LoadEntries
  readonly loadBeginnings: LoadBeginnings
  readonly findCopies: ReturnType<typeof cardCopyLoader>
  readonly findProgress: FindProgress
  readonly listCollections: ListCollections
  readonly listPicked: ListPickedEntries
  readonly findConfig: (owner: UserId) => Promise<UserConfig>
}

/**
 * Loads changed objects for a browser that stores the library. Skips objects that were deleted in the meantime; a later
 * page of the change list reports their deletion.
 * @param owner the user whose objects are loaded. `owner.revision` must not be lower than the revision of any object.
 */
export async function presentChanges(
  deps: PresentChangesDeps,
  owner: { readonly id: UserId; readonly revision: number },
  objects: readonly ChangedObject[],
): Promise<StoredChange[]> {
  const idsOf = (type: ChangedObject['type']) =>
    objects.filter((one) => one.type === type && !one.isDeleted).map(({ id }) => id)
  const [entries, progress, collections, settings] = await Promise.all([
    storedEntries(deps, owner.id, idsOf('entries') as EntryId[]),
    deps.findProgress(owner.id, idsOf('progress') as EntryId[]),
    storedCollections(deps, owner, idsOf('collections') as CollectionId[]),
    idsOf('settings').length > 0 ? deps.findConfig(owner.id) : undefined,
  ])
  return objects.flatMap(({ type, id, revision, isDeleted }): StoredChange[] => {
    if (isDeleted) return type === 'entries' || type === 'collections' ? [{ type, id, revision }] : []
    const [entry, place, collection] = [entries.get(id), progress.get(id as EntryId), collections.get(id)]
    if (type === 'entries' && entry) return [{ type, id, revision, object: entry }]
    if (type === 'progress' && place) return [{ type, id, revision, object: place }]
    if (type === 'collections' && collection) return [{ type, id, revision, object: collection }]
    if (type !== 'settings' || !settings) return []
    const { preferences, actionMarkAsRead } = settings
    return [{ type, id, revision, object: { preferences, actionMarkAsRead } }]
  })
}

async function storedEntries(
  { loadEntries, loadBeginnings, findCopies }: PresentChangesDeps,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<ReadonlyMap<number, StoredEntry>> {
  const loaded = await loadEntries(owner, ids, { hasContent: false })
  const entries = [...loaded.values()].map(({ entry }) => entry)
  const [beginnings, copies] = await Promise.all([loadBeginnings(owner, ids), findCopies(owner, entries)])
  return new Map(
    [...loaded].map(([id, one]) => [id, { ...storedEntry(one, beginnings.get(id) ?? ''), ...copies.get(id) }]),
  )
}

function storedEntry({ entry, tags, annotations }: LoadedEntry, beginning: string): StoredEntry {
  const excerpt = html`${entryExcerpt(entry, beginning, 'long')}`
  return { entry: { ...entry, headers: null }, tags, annotations, beginning: excerpt.toString() }
}

async function storedCollections(
  { listCollections, listPicked }: PresentChangesDeps,
  owner: { readonly id: UserId; readonly revision: number },
  ids: readonly CollectionId[],
): Promise<ReadonlyMap<number, StoredCollection>> {
  if (ids.length === 0) return new Map()
  const known = await listCollections(owner)
  const existing = ids.filter((id) => known.some((one) => one.id === id))
  const stored = existing.map(async (id): Promise<[number, StoredCollection]> => [
    id,
    { collection: collectionById(known, id), entries: await listPicked(owner.id, id) },
  ])
  return new Map(await Promise.all(stored))
}
