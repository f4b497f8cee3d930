const FORMS = 'client/offline/forms'

/**
 * Modules of the server that need its database, its files or Node, and the modules that replace them in the browser.
 * With these, the routes and pages of the web app run on the browser's own store (docs/offline.md). Each replacement
 * has the exports that other modules use, with the same types.
 */
export const BROWSER_FORMS: ReadonlyMap<string, string> = new Map([
  ['src/annotations/annotation-history.ts', `${FORMS}/annotation-history.ts`],
  ['src/annotations/change-annotations.ts', `${FORMS}/change-annotations.ts`],
  ['src/annotations/list-annotations.ts', `${FORMS}/list-annotations.ts`],
  ['src/collections/change-collections.ts', `${FORMS}/change-collections.ts`],
  ['src/collections/find-collections-of-entry.ts', `${FORMS}/find-collections-of-entry.ts`],
  ['src/collections/list-collections.ts', `${FORMS}/list-collections.ts`],
  ['src/entries/changing/change-many.ts', `${FORMS}/needs-network.ts`],
  ['src/entries/changing/keep-progress.ts', `${FORMS}/keep-progress.ts`],
  ['src/entries/changing/patch-entry.ts', `${FORMS}/patch-entry.ts`],
  ['src/entries/listing/count-lists.ts', `${FORMS}/count-lists.ts`],
  ['src/entries/listing/find-neighbours.ts', `${FORMS}/find-neighbours.ts`],
  ['src/entries/saving/save-entry.ts', `${FORMS}/save-entry.ts`],
  ['src/entries/undoing/action.repository.ts', `${FORMS}/action.repository.ts`],
  ['src/entries/undoing/change-tag.ts', `${FORMS}/needs-network.ts`],
  ['src/entries/undoing/collection-actions.ts', `${FORMS}/collection-actions.ts`],
  ['src/entries/undoing/delete-collection.ts', `${FORMS}/collection-actions.ts`],
  ['src/entries/undoing/perform-action.ts', `${FORMS}/perform-action.ts`],
  ['src/entries/undoing/undo-action.ts', `${FORMS}/undo-action.ts`],
  ['src/exports/annotations/annotation-file.ts', `${FORMS}/annotation-file.ts`],
  ['src/images/load-image-copies.ts', `${FORMS}/load-image-copies.ts`],
  ['src/search/search-entries.ts', `${FORMS}/search-entries.ts`],
  ['src/tags/recent-tags.ts', `${FORMS}/recent-tags.ts`],
  ['src/users/change-preferences.ts', `${FORMS}/needs-network.ts`],
  ['src/users/owner-transaction.ts', `${FORMS}/owner-transaction.ts`],
  ['src/web/assets/assets.ts', `${FORMS}/assets.ts`],
  ['src/web/forms/forgery.ts', `${FORMS}/forgery.ts`],
  ['src/web/layout/icon.ts', `${FORMS}/icon.ts`],
  ['src/web/layout/words-in-language.ts', `${FORMS}/words-in-language.ts`],
  ['src/web/messages/en.ts', `${FORMS}/words-in-language.ts`],
  ['src/web/reader/article/load-code-highlighter.ts', `${FORMS}/load-code-highlighter.ts`],
  ['src/web/reader/refetch.routes.ts', `${FORMS}/refetch.routes.ts`],
])
