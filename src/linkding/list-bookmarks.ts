import type { LoadListed } from '../entries/listing/listed-entries.ts'
import type { EntrySort } from '../entries/listing/entry-filter.ts'
import { parseId } from '../kernel/parse-id.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { listItems, type ListItemsDeps } from '../subscriptions/list-items.ts'
import type { Selection } from '../subscriptions/selection.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { presentBookmark } from './bookmark.presenter.ts'
import { toDogearQuery } from './linkding-query.ts'
import { pageOf, type Page } from './page.ts'

export interface ListBookmarksDeps extends ListItemsDeps {
  readonly loadListed: LoadListed
  readonly searchesPerUser: Throttle
}

/** Parameters of the address, as sent. */
export type Parameters = Readonly<Record<string, unknown>>

const SORTS: Readonly<Record<string, EntrySort>> = { added: 'saved', modified: 'updated', title: 'title' }

/** @returns one page of the user's bookmarks that match the parameters `q`, `unread`, `shared` and the times */
export async function listBookmarks(
  deps: ListBookmarksDeps,
  user: KeyUser,
  { parameters, isArchived }: { readonly parameters: Parameters; readonly isArchived: boolean },
): Promise<Omit<Page, 'path'> & { readonly results: readonly unknown[] }> {
  const page = pageOf(parameters)
  if (isSearch(parameters)) await deps.searchesPerUser.take(String(user.id))
  const selection = { isArchived, ...selectionOf(parameters, isArchived), ...(await bundleOf(deps, user, parameters)) }
  const [, key = '', order = 'desc'] = /^(added|modified|title)_(asc|desc)$/.exec(text(parameters, 'sort')) ?? []
  const { total, entries } = await listItems(deps, user, selection, {
    sort: SORTS[key] ?? 'saved',
    order: order === 'asc' ? 'asc' : 'desc',
    ...page,
  })
  const listed = await deps.loadListed(user.id, entries)
  return { ...page, count: total, results: listed.map(presentBookmark) }
}

/** @returns true if the parameters contain words to search for, or the number of a collection */
export function isSearch(parameters: Parameters): boolean {
  return text(parameters, 'q').trim() !== '' || parseId(parameters['bundle']) !== undefined
}

function selectionOf(parameters: Parameters, isArchived: boolean): Selection {
  const [unread, shared] = [text(parameters, 'unread'), text(parameters, 'shared')]
  // A bookmark counts as unread until it is archived. All ids are larger than 0.
  const isNone = (unread === 'yes' && isArchived) || (unread === 'no' && !isArchived)
  const [updatedSince, savedSince] = [timeAfter(parameters, 'modified_since'), timeAfter(parameters, 'added_since')]
  return {
    query: toDogearQuery(text(parameters, 'q').trim()),
    ...(isNone && { before: 0 }),
    ...(/^(?:yes|no)$/.test(shared) && { isPublic: shared === 'yes' }),
    ...(updatedSince && { updatedSince }),
    ...(savedSince && { savedSince }),
  }
}

/** @returns the collection in the parameter `bundle`. An unknown one is ignored, as in linkding. */
async function bundleOf(deps: ListBookmarksDeps, user: KeyUser, parameters: Parameters): Promise<Selection> {
  const bundle = parseId(parameters['bundle'])
  if (bundle === undefined) return {}
  const isKnown = (await deps.listCollections(user)).some(({ id }) => id === bundle)
  return isKnown ? { collections: [bundle] } : {}
}

/** @returns the moment after the time in a parameter; undefined if the parameter is no time */
function timeAfter(parameters: Parameters, name: string): Date | undefined {
  const sent = text(parameters, name)
  const time = /^\d{4}-\d\d-\d\d/.test(sent) ? Date.parse(sent) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time + 1)
}

function text(parameters: Parameters, name: string): string {
  const value = parameters[name]
  return typeof value === 'string' ? value : ''
}
