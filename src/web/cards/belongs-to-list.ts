import type { EntryCardView } from './entry-card-view.ts'

/**
 * @param back path of the page with the list
 * @returns whether an entry in this state is in the list. Pages of searches and collections keep all their entries until
 *   they are loaded again.
 */
export function belongsToList(
  { isArchived, isStarred }: Pick<EntryCardView, 'isArchived' | 'isStarred'>,
  back: string,
): boolean {
  if (back === '/' || /^\/(?:unread|reading)\//.test(back)) return !isArchived
  if (back.startsWith('/archive/')) return isArchived
  return back.startsWith('/starred/') ? isStarred : true
}
