import { collectionById } from '../../collections/collection-by-id.ts'
import type { ListCollections } from '../../collections/list-collections.ts'
import type { ListPickedEntries } from '../../collections/list-picked-entries.ts'
import type { Database } from '../../db/database.ts'
import type { FindProgress } from '../../entries/changing/store-reading-position.ts'
import type { LoadEntries, LoadedEntry } from '../../entries/listing/load-entries.ts'
import { listSiteRules } from '../../entries/site-rules/site-rule.repository.ts'
import type { CollectionId, EntryId } from '../../kernel/branded-ids.ts'
import { slices } from '../../kernel/slices.ts'
import type { Viewer } from '../../oauth/authenticate.ts'
import { wireRule } from '../../rules/rule-wire-form.ts'
import { listTaggingRules } from '../../rules/tagging-rule.repository.ts'
import type { Changes } from '../../sync/read-changes.ts'
import type { ChangedObject, SyncType } from '../../sync/sync-object.ts'
import type { UserConfig } from '../../users/user-config.ts'
import { wireConfig } from '../account/config.routes.ts'
import { presentCollection } from '../collections/collections.routes.ts'
import { presentEntry } from '../entries/entry.presenter.ts'

export interface PresentChangesDeps {
  readonly database: Database
  /** public address of this server, without a trailing slash */
  readonly baseUrl: string
  /** true if the operator allows public pages */
  readonly isSharing: boolean
  readonly loadEntries: LoadEntries
  readonly findProgress: FindProgress
  readonly listCollections: ListCollections
  readonly listPicked: ListPickedEntries
  readonly findConfig: (owner: Viewer['id']) => Promise<UserConfig>
}

/** Number of objects that are converted to JSON before other requests get a turn. */
const BATCH_SIZE = 50

/**
 * Loads the changed objects of one page of the change list. Omits objects that were deleted in the meantime; a later
 * page contains their deletions.
 * @returns the page as JSON in UTF-8
 */
export async function presentChanges(deps: PresentChangesDeps, viewer: Viewer, changes: Changes): Promise<Buffer> {
  const { from, to, hasMore: more, isReset: reset, objects } = changes
  const write = await objectWriter(deps, viewer, objects)
  const pieces = [Buffer.from(`${JSON.stringify({ from, to, more, reset }).slice(0, -1)},"changes":[`)]
  for await (const slice of slices(objects, BATCH_SIZE)) {
    const written = slice.flatMap((object) => presentChange(object, write) ?? [])
    if (written.length > 0) pieces.push(Buffer.from(`${pieces.length > 1 ? ',' : ''}${written.join(',')}`))
  }
  return Buffer.concat([...pieces, Buffer.from(']}')])
}

/** Returns an object as JSON, or undefined if the object no longer exists. */
type WriteObject = (object: ChangedObject) => string | undefined

/** @returns a change with its object as JSON; undefined if the object no longer exists */
function presentChange(object: ChangedObject, write: WriteObject): string | undefined {
  const head = { type: object.type, id: object.id, revision: object.revision }
  if (object.isDeleted) return JSON.stringify({ ...head, op: 'delete' })
  const json = write(object)
  return json === undefined ? undefined : `${JSON.stringify({ ...head, op: 'put' }).slice(0, -1)},"object":${json}}`
}

async function objectWriter(
  deps: PresentChangesDeps,
  viewer: Viewer,
  objects: readonly ChangedObject[],
): Promise<WriteObject> {
  const idsOf = (type: SyncType) => objects.filter((one) => one.type === type && !one.isDeleted).map(({ id }) => id)
  // Another request may have changed the data since `viewer` was read. With the revision in `viewer`, `listCollections`
  // would return a cached list that lacks the change.
  const newest = { ...viewer, revision: Math.max(viewer.revision, ...objects.map(({ revision }) => revision)) }
  const [entries, progress, collections, singles] = await Promise.all([
    deps.loadEntries(viewer.id, idsOf('entries') as EntryId[], { hasContent: false }),
    deps.findProgress(viewer.id, idsOf('progress') as EntryId[]),
    loadCollections(deps, newest, idsOf('collections') as CollectionId[]),
    loadSingles(deps, viewer, new Set(objects.map(({ type }) => type))),
  ])
  return ({ type, id }) => {
    if (type === 'entries') return entryJson(entries.get(id as EntryId), viewer)
    if (type === 'progress') return JSON.stringify(progress.get(id as EntryId))
    return type === 'collections' ? collections.get(id) : singles.get(type)
  }
}

const SYNC_SHAPE = { detail: 'metadata', annotations: 'coloured', hasNote: true } as const

function entryJson(loaded: LoadedEntry | undefined, viewer: Viewer): string | undefined {
  if (!loaded) return undefined
  return Buffer.concat([...presentEntry(loaded, viewer, SYNC_SHAPE)]).toString()
}

async function loadCollections(
  deps: PresentChangesDeps,
  viewer: Viewer,
  ids: readonly CollectionId[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const known = await deps.listCollections(viewer)
  const found = new Map<number, string>()
  for (const id of ids) {
    if (!known.some((one) => one.id === id)) continue
    const entries = await deps.listPicked(viewer.id, id)
    found.set(id, JSON.stringify({ ...presentCollection(deps, collectionById(known, id)), entries }))
  }
  return found
}

/**
 * Loads objects of which each user has exactly one, such as the settings.
 * @returns the objects as JSON, by type
 */
async function loadSingles(
  { database, findConfig }: PresentChangesDeps,
  { id: owner }: Viewer,
  types: ReadonlySet<SyncType>,
): Promise<ReadonlyMap<SyncType, string>> {
  const found = new Map<SyncType, string>()
  if (types.has('settings')) {
    const config = await findConfig(owner)
    found.set('settings', JSON.stringify({ ...wireConfig(config), preferences: config.preferences }))
  }
  if (types.has('tagging_rules')) {
    found.set('tagging_rules', JSON.stringify((await database.read((db) => listTaggingRules(db, owner))).map(wireRule)))
  }
  if (types.has('site_rules')) {
    const rules = await database.read((db) => listSiteRules(db, owner))
    found.set(
      'site_rules',
      JSON.stringify(rules.map(({ host, rules: text, updatedAt }) => ({ host, rules: text, updated_at: updatedAt }))),
    )
  }
  return found
}
