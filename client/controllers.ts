import type { ControllerConstructor } from '@hotwired/stimulus'
import { AddEntryController } from './controllers/add_entry_controller.ts'
import { BackController } from './controllers/back_controller.ts'
import { CardsController } from './controllers/cards_controller.ts'
import { KeysController } from './controllers/keys_controller.ts'
import { ReaderChangesController } from './controllers/reader_changes_controller.ts'
import { SwipeController } from './controllers/swipe_controller.ts'
import type { LazyControllers } from './load-controllers.ts'
import type { READING_CONTROLLERS } from './reading.ts'

/**
 * Controllers that every page loads, by their name in `data-controller`. Only the reader uses `back`, but it is loaded
 * at once too: if the user clicked the link back to the list before that, the list would lose its scroll position. Only
 * touch screens use `swipe`. There, a script of its own would be one more request of a first visit.
 */
export const EAGER_CONTROLLERS: Readonly<Record<string, ControllerConstructor>> = {
  'add-entry': AddEntryController,
  back: BackController,
  cards: CardsController,
  keys: KeysController,
  'reader-changes': ReaderChangesController,
  swipe: SwipeController,
}

/** @returns a controller of the reading page, which are all in one script */
const ofReader = (name: keyof typeof READING_CONTROLLERS): ReturnType<LazyControllers[string]> =>
  import('./reading.ts').then(({ READING_CONTROLLERS: all }) => ({ [name]: all[name] }))

const isThere = (selector: string): boolean => document.querySelector(selector) !== null

/**
 * Controllers that are loaded when an element with their name is on the page. Some are loaded only under a further
 * condition, such as a focused field.
 */
export const LAZY_CONTROLLERS: LazyControllers = {
  listen: () => 'speechSynthesis' in window && ofReader('listen'),
  'query-preview': () => import('./controllers/query_preview_controller.ts'),
  'entry-note': () => ofReader('entry-note'),
  'text-selection': () => ofReader('text-selection'),
  'annotation-item': () => ofReader('annotation-item'),
  'margin-notes': () => isThere('[data-annotation-item-noted-value=true]') && ofReader('margin-notes'),
  'table-of-contents': () => ofReader('table-of-contents'),
  appearance: () => ofReader('appearance'),
  'reader-progress': () => ofReader('reader-progress'),
  'tag-suggestions': () =>
    isThere('[data-controller=tag-suggestions]:not(#bulk-tags), #bulk-tags:focus') &&
    import('./controllers/tag_suggestions_controller.ts'),
  'time-zone': () => import('./controllers/time_zone_controller.ts'),
  'persistent-storage': () => import('./controllers/persistent_storage_controller.ts'),
  reorder: () => import('./controllers/reorder_controller.ts'),
  player: () => import('./controllers/player_controller.ts'),
  passkey: () => import('./controllers/passkey_controller.ts'),
  zoom: () => ofReader('zoom'),
  'query-completion': () =>
    isThere('[data-controller=query-completion] :focus') && import('./controllers/query_completion_controller.ts'),
  'reader-collections': () => ofReader('reader-collections'),
  review: () => import('./controllers/review_controller.ts'),
  'row-filter': () => import('./controllers/row_filter_controller.ts'),
  copy: () => import('./controllers/copy_controller.ts'),
  'auto-refresh': () => import('./controllers/auto_refresh_controller.ts'),
  'save-on-change': () => import('./controllers/save_on_change_controller.ts'),
  'submit-on-change': () => import('./controllers/submit_on_change_controller.ts'),
  toast: () => import('./controllers/toast_controller.ts'),
  'save-from-bookmarklet': () => import('./controllers/save_from_bookmarklet_controller.ts'),
  bulk: () => isThere('.list :checked') && import('./controllers/bulk_controller.ts'),
  'pending-fetch': () =>
    isThere('[data-pending-fetch-target=card]') && import('./controllers/pending_fetch_controller.ts'),
}
