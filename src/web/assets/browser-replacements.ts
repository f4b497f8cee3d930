const FOLDER = 'client/offline/server-replacements'

/**
 * Server modules that need the database, files or Node, each with the module that replaces it in the browser. The
 * replacements let the browser run the routes and pages of the web app on its own store (docs/offline.md). A
 * replacement has the same exports with the same types, as far as other modules use them.
 */
export const BROWSER_REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['src/annotations/annotation-history.ts', `${FOLDER}/annotation-history.ts`],
  ['src/annotations/change-annotations.ts', `${FOLDER}/change-annotations.ts`],
  ['src/annotations/review/decide-review.ts', `${FOLDER}/decide-review.ts`],
  ['src/entries/changing/change-many.ts', `${FOLDER}/server-only-actions.ts`],
  ['src/entries/changing/store-reading-position.ts', `${FOLDER}/store-reading-position.ts`],
  ['src/entries/changing/patch-entry.ts', `${FOLDER}/patch-entry.ts`],
  ['src/entries/saving/save-entry.ts', `${FOLDER}/save-entry.ts`],
  ['src/entries/undoable-actions/change-tag.ts', `${FOLDER}/server-only-actions.ts`],
  ['src/entries/undoable-actions/collection-actions.ts', `${FOLDER}/collection-actions.ts`],
  ['src/entries/undoable-actions/delete-collection.ts', `${FOLDER}/collection-actions.ts`],
  ['src/entries/undoable-actions/edit-details.ts', `${FOLDER}/edit-details.ts`],
  ['src/entries/undoable-actions/delete-tagging-rule.ts', `${FOLDER}/server-only-actions.ts`],
  ['src/entries/undoable-actions/perform-action.ts', `${FOLDER}/perform-action.ts`],
  ['src/entries/undoable-actions/set-entry-note.ts', `${FOLDER}/set-entry-note.ts`],
  ['src/entries/undoable-actions/undo-action.ts', `${FOLDER}/undo-action.ts`],
  ['src/exports/annotations/annotation-file.ts', `${FOLDER}/annotation-file.ts`],
  ['src/search/search-entries.ts', `${FOLDER}/search-entries.ts`],
  ['src/users/change-preferences.ts', `${FOLDER}/change-preferences.ts`],
  ['src/web/assets/assets.ts', `${FOLDER}/assets.ts`],
  ['src/web/forms/csrf-protection.ts', `${FOLDER}/csrf-protection.ts`],
  ['src/web/layout/icon-body.ts', `${FOLDER}/icon-body.ts`],
  ['src/web/layout/messages-by-language.ts', `${FOLDER}/messages-by-language.ts`],
  ['src/web/reader/article/load-code-highlighter.ts', `${FOLDER}/load-code-highlighter.ts`],
])
