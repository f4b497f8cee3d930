import { MAX_QUERY, NEW_COLLECTION, type Collection } from '../../src/collections/collection.ts'
import type { CollectionId } from '../../src/kernel/branded-ids.ts'
import type { Html } from '../../src/kernel/html.ts'
import type { EntryCardView } from '../../src/web/cards/entry-card-view.ts'
import { arrangePage } from '../../src/web/collections/arrange.page.ts'
import { collectionFormPage } from '../../src/web/collections/collection-form.page.ts'
import { collectionPage, type CollectionView } from '../../src/web/collections/collection.page.ts'
import { collectionsPage } from '../../src/web/collections/collections.page.ts'
import { entryCollectionsPage } from '../../src/web/collections/entry-collections.page.ts'
import { publicCollectionPage } from '../../src/web/collections/public-collection.page.ts'
import { readingSuggestionsPage } from '../../src/web/reading-suggestions/reading-suggestions.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'

/** @returns all states of the pages for collections, by name */
export function collectionSamples(
  given: PageFrame,
  stranger: PageFrame,
  { text, address, cards }: { readonly text: string; readonly address: string; readonly cards: EntryCardView[] },
): Record<string, Html> {
  // Two collections make the heading "2 collections", which is the same in English and French.
  const rail = [
    { id: 1, name: text, icon: 'folder', isPinned: true, count: 12 },
    { id: 2, name: text, icon: 'coffee', isPinned: true },
  ] as const
  const frame: PageFrame = { ...given, ...(given.viewer && { viewer: { ...given.viewer, collections: rail } }) }
  const collection: Collection = {
    ...NEW_COLLECTION,
    id: 1 as CollectionId,
    name: text,
    query: text.slice(0, MAX_QUERY),
    publicId: 'public',
    hasPicked: true,
    createdAt: '',
    updatedAt: '',
    revision: 1,
  }
  const view: CollectionView = {
    frame,
    csrfToken: 'token',
    collection,
    entries: cards,
    total: 10_000,
    isCapped: true,
    page: 1,
    pages: 42,
    layout: 'covers',
    tags: [text],
    unindexed: 12,
    feeds: { atom: '/feed/atom', json: '/feed/json' },
    publicUrl: 'https://read.example.org/c/a1b2c3d4',
    isSharing: true,
  }
  const values = { ...NEW_COLLECTION, name: text, query: text, isPublic: true }
  const form = { frame, csrfToken: 'token', values, isSharing: true, errors: {} }
  const { feeds: _feeds, ...withoutFeeds } = view
  return {
    collections: collectionsPage({ frame, csrfToken: 'token', collections: rail }),
    'collections-empty': collectionsPage({ frame: given, csrfToken: 'token', collections: [] }),
    collection: collectionPage(view),
    'collection-empty': collectionPage({
      ...withoutFeeds,
      feeds: undefined,
      collection: { ...collection, query: '' },
      entries: [],
      total: 0,
      pages: 1,
      unindexed: 0,
    }),
    'collection-arrange': arrangePage({ frame, csrfToken: 'token', collection, entries: cards, page: 1, pages: 2 }),
    'collection-new': collectionFormPage(form),
    'collection-edit': collectionFormPage({ ...form, id: 1, errors: { name: text, query: text } }),
    'entry-collections': entryCollectionsPage({
      frame,
      csrfToken: 'token',
      entry: { id: 1, title: text },
      collections: rail,
      picked: new Set([1]),
      back: '/all/list',
      refused: { name: text, ticked: [], error: text },
    }),
    minutes: readingSuggestionsPage({
      frame,
      csrfToken: 'token',
      minutes: 10,
      groups: [{ kind: 'oldest', entries: cards }],
    }),
    'minutes-nothing': readingSuggestionsPage({ frame, csrfToken: 'token', minutes: 7, groups: [] }),
    'public-collection': publicCollectionPage({
      frame: stranger,
      publicId: 'public',
      name: text,
      description: text,
      curator: text,
      isIndexable: false,
      hasCovers: true,
      entries: [{ title: text, url: address, siteName: text, authors: [text], minutes: 7, excerpt: text }],
      total: 10_000,
      isCapped: true,
      page: 1,
      pages: 2,
    }),
  }
}
