import { addHistoryRoutes, type HistoryRoutesDeps } from './action-history/action-history.routes.ts'
import { addPaletteRoutes, type PaletteDeps } from './command-palette/palette.routes.ts'
import { addEntryCollectionsRoutes, type EntryCollectionsDeps } from './collections/entry-collections.routes.ts'
import { addCollectionsRoutes } from './collections/manage-collections.routes.ts'
import { addCollectionRoutes, type CollectionPageDeps } from './collections/view-collection.routes.ts'
import { addBulkRoutes, type BulkRoutesDeps } from './lists/bulk.routes.ts'
import { addEntryActionRoutes, type EntryActionRoutesDeps } from './lists/entry-actions.routes.ts'
import { addListRoutes, type ListRoutesDeps } from './lists/list.routes.ts'
import { addReaderRoutes, type ReaderRoutesDeps } from './reader/reader.routes.ts'
import {
  addReadingSuggestionsRoutes,
  type ReadingSuggestionsDeps,
} from './reading-suggestions/reading-suggestions.routes.ts'
import { addReviewRoutes, type ReviewRoutesDeps } from './review/review.routes.ts'
import { addSaveRoutes, type SaveRoutesDeps } from './saving/save.routes.ts'
import { addSearchPageRoutes, type SearchPageDeps } from './search/search.routes.ts'
import { addShortcutRoutes } from './shortcuts/shortcuts.routes.ts'
import { addTagsPageRoutes, type TagsPageDeps } from './tags/tags.routes.ts'
import type { WebRoutes } from './web-routes.ts'

export type OfflineRoutesDeps = BulkRoutesDeps &
  CollectionPageDeps &
  EntryActionRoutesDeps &
  EntryCollectionsDeps &
  HistoryRoutesDeps &
  ListRoutesDeps &
  PaletteDeps &
  ReadingSuggestionsDeps &
  ReaderRoutesDeps &
  ReviewRoutesDeps &
  SaveRoutesDeps &
  SearchPageDeps &
  TagsPageDeps

/**
 * Adds the routes that also work without a network. The server adds them to Fastify, and the service worker runs them on
 * the library that the browser stores (client/offline/offline-app.ts).
 */
export function addOfflineRoutes(routes: WebRoutes, deps: OfflineRoutesDeps): void {
  addListRoutes(routes, deps)
  addEntryActionRoutes(routes, deps)
  addBulkRoutes(routes, deps)
  addReadingSuggestionsRoutes(routes, deps)
  addCollectionsRoutes(routes, deps)
  addCollectionRoutes(routes, deps)
  addEntryCollectionsRoutes(routes, deps)
  addHistoryRoutes(routes, deps)
  addSaveRoutes(routes, deps)
  addSearchPageRoutes(routes, deps)
  addShortcutRoutes(routes, deps)
  addPaletteRoutes(routes, deps)
  addTagsPageRoutes(routes, deps)
  addReaderRoutes(routes, deps)
  addReviewRoutes(routes, deps)
}
