import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Collection } from '../../src/collections/collection.ts'
import type { StoredCollection, StoredEntry } from '../../src/web/sync/stored-objects.ts'
import { apply, type Library } from './library.ts'
import { listedEntries } from './list-entries.ts'
import type { Operation } from './operation.ts'

const AT = '2026-06-15T12:00:00.000Z'
const LOCAL = 901_790_000_000_000

/** @returns a library of three entries, with the first one in a collection */
function aLibrary(): Library {
  const library = {
    account: { user: { id: 1 } },
    settings: { preferences: {}, actionMarkAsRead: 1 },
    entries: new Map<number, StoredEntry>(),
    deleted: new Map<number, StoredEntry>(),
    deletedCollections: new Map<number, StoredCollection>(),
    progress: new Map(),
    collections: [{ collection: { id: 5, name: 'Sea', hasPicked: true } as Collection, entries: [1] }],
    outbox: [],
    reviewed: new Map(),
  } as unknown as Library
  for (const id of [1, 2, 3]) {
    perform(library, { type: 'entries', action: 'create', tmp: 'x', url: `https://example.org/page-${id}` }, id)
  }
  return library
}

/** Applies an operation of the user to the library. */
function perform(library: Library, operation: Operation, localId?: number): void {
  apply(library, { operation, at: AT, ...(localId !== undefined && { localId }) })
}

async function listed(library: Library, filter: Partial<Parameters<typeof listedEntries>[1]> = {}): Promise<number[]> {
  return (await listedEntries(library, { sort: 'created', order: 'asc', ...filter })).map(({ entry }) => entry.id)
}

test('states, titles and tags change at once in all lists', async () => {
  const library = aLibrary()
  perform(library, {
    type: 'entries',
    action: 'change',
    id: 1,
    set: { archived: true, title: 'New' },
    add_tags: ['b', 'a'],
  })
  perform(library, { type: 'entries', action: 'change', id: 1, remove_tags: ['b'] })
  perform(library, { type: 'entries', action: 'change', id: 2, set: { starred: true } })
  assert.deepEqual(await listed(library, { isArchived: true }), [1])
  assert.deepEqual(await listed(library, { isArchived: false }), [2, 3])
  assert.deepEqual(await listed(library, { isStarred: true }), [2])
  assert.deepEqual(await listed(library, { tags: ['a'] }), [1])
  assert.deepEqual(await listed(library, { isUntagged: true }), [2, 3])
  const { entry } = library.entries.get(1)!
  assert.deepEqual([entry.title, entry.archivedAt, entry.updatedAt], ['New', AT, AT])
})

test('a restored entry has its former state', async () => {
  const library = aLibrary()
  perform(library, { type: 'entries', action: 'change', id: 2, set: { starred: true } })
  perform(library, { type: 'entries', action: 'delete', id: 2 })
  assert.deepEqual(await listed(library), [1, 3])
  perform(library, { type: 'entries', action: 'change', id: 2, set: { archived: true } })
  perform(library, { type: 'entries', action: 'restore', id: 2 })
  assert.deepEqual(await listed(library), [1, 2, 3])
  assert.deepEqual(await listed(library, { isStarred: true, isArchived: false }), [2])
})

test('a saved address is an entry that waits for its page, also for other operations', async () => {
  const library = aLibrary()
  perform(library, { type: 'entries', action: 'create', tmp: 'y', url: 'https://example.org/the%20tide' }, LOCAL)
  perform(library, { type: 'collections', action: 'change', id: 5, add_entries: [LOCAL, 1], remove_entries: [] })
  assert.deepEqual(await listed(library, { collection: 5, sort: 'position', arrangedIn: 5 }), [1, LOCAL])
  const { entry } = library.entries.get(LOCAL)!
  assert.deepEqual([entry.title, entry.fetchState, entry.domainName], ['the tide', 'pending', 'example.org'])
})

test('a note is set, found and removed', async () => {
  const library = aLibrary()
  const set = (note: string) => perform(library, { type: 'entries', action: 'change', id: 3, set: { note } })
  set('For the harbour')
  assert.equal(library.entries.get(3)!.entry.note, 'For the harbour')
  set('')
  assert.equal(library.entries.get(3)!.entry.note, null)
})

test('authors and date are set and removed', async () => {
  const library = aLibrary()
  const set = (fields: Extract<Operation, { action: 'change'; type: 'entries' }>['set']) =>
    perform(library, { type: 'entries', action: 'change', id: 3, set: fields! })
  const facts = () => {
    const { publishedBy, publishedAt } = library.entries.get(3)!.entry
    return [publishedBy, publishedAt]
  }
  set({ authors: ['Jane Doe'], published_at: AT })
  assert.deepEqual(facts(), ['["Jane Doe"]', AT])
  set({ title: 'Other' })
  assert.deepEqual(facts(), ['["Jane Doe"]', AT])
  set({ authors: [], published_at: null })
  assert.deepEqual(facts(), [null, null])
})

test('annotations are added, changed and deleted', async () => {
  const library = aLibrary()
  const made = {
    type: 'annotations',
    action: 'create',
    tmp: 'z',
    entry: 3,
    quote: 'words',
    ranges: [],
    text: '',
  } as const
  perform(library, made, LOCAL)
  perform(library, { type: 'annotations', action: 'change', id: LOCAL, text: 'a note' })
  const [annotation] = library.entries.get(3)!.annotations
  assert.deepEqual([annotation?.text, annotation?.color, annotation?.quote], ['a note', 'yellow', 'words'])
  assert.deepEqual(await listed(library, { hasAnnotations: true }), [3])
  perform(library, { type: 'annotations', action: 'delete', id: LOCAL })
  assert.deepEqual(await listed(library, { hasAnnotations: true }), [])
})

test('operations on missing objects are skipped', async () => {
  const library = aLibrary()
  perform(library, { type: 'entries', action: 'change', id: 9, set: { archived: true } })
  perform(library, { type: 'progress', action: 'set', id: 9, block: 1, share: 0.5 })
  perform(library, { type: 'annotations', action: 'delete', id: 9 })
  perform(library, { type: 'collections', action: 'change', id: 9, add_entries: [1] })
  assert.deepEqual(await listed(library), [1, 2, 3])
  assert.equal(library.progress.size, 0)
})
