import type { ListOwner } from '../../entries/listing/list-entries.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import { shownTitle } from '../../entries/shown-title.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Search } from '../../search/search-entries.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { PER_PAGE } from '../lists/cards-frame.ts'
import type { SearchOrigin } from './entry-origin.ts'
import type { ShownNeighbours } from './reader-view.ts'

export interface SearchNeighboursDeps {
  readonly search: Pick<Search, 'searchEntries'>
  readonly searchesPerUser: Pick<Throttle, 'take'>
  readonly loadEntries: LoadEntries
}

/** A search result, and the number of the page of results that contains it. */
interface ResultPosition {
  readonly id: EntryId
  readonly page: number
}

/**
 * Finds the search results before and after an entry. Repeats the search for the page of results from which the entry
 * was opened. If the entry is the first or last result there, it also searches for the adjacent page.
 * @returns the two results; none if the entry is no longer on its page of results, or the user has searched too often
 */
export async function searchNeighbours(
  deps: SearchNeighboursDeps,
  owner: ListOwner,
  { text, sort, page }: SearchOrigin,
  id: EntryId,
): Promise<ShownNeighbours> {
  if (!(await isAllowed(deps.searchesPerUser, owner))) return {}
  const resultsOf = async (number: number): Promise<readonly ResultPosition[]> => {
    const { entries } = await deps.search.searchEntries(owner, text, { page: number, perPage: PER_PAGE, sort })
    return entries.map((one) => ({ id: one.id, page: number }))
  }
  const results = await resultsOf(page)
  const at = results.findIndex((one) => one.id === id)
  if (at === -1) return {}
  const previous = at > 0 ? results[at - 1] : page > 1 ? (await resultsOf(page - 1)).at(-1) : undefined
  const next = at < PER_PAGE - 1 ? results[at + 1] : (await resultsOf(page + 1))[0]
  const ids = [previous, next].flatMap((one) => one?.id ?? [])
  const loaded = await deps.loadEntries(owner.id, ids, { hasContent: false })
  const shown = (found: ResultPosition | undefined) => {
    const entry = found && loaded.get(found.id)?.entry
    return entry && { ...found, title: shownTitle(entry) }
  }
  const [before, after] = [shown(previous), shown(next)]
  return { ...(before && { previous: before }), ...(after && { next: after }) }
}

async function isAllowed(budget: Pick<Throttle, 'take'>, { id }: ListOwner): Promise<boolean> {
  try {
    await budget.take(String(id))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}
