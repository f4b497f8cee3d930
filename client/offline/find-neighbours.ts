import type { FindNeighbours, Neighbour } from '../../src/entries/listing/find-neighbours.ts'
import { shownTitle } from '../../src/entries/shown-title.ts'
import { listedEntries, sortEntries } from './list-entries.ts'
import type { Library } from './library.ts'
import type { StoredEntry } from '../../src/web/sync/stored-objects.ts'

/**
 * Finds the previous and the next entry in a list. For an entry outside of the list, finds the neighbours that it would
 * have in the sort order.
 */
export const neighbourFinder =
  (library: Library): FindNeighbours =>
  async (_owner, filter, id) => {
    const own = library.entries.get(id)
    if (!own) return {}
    const others = (await listedEntries(library, filter)).filter(({ entry }) => entry.id !== id)
    const list = sortEntries(library, [...others, own], filter)
    const place = list.indexOf(own)
    const [previous, next] = [list[place - 1], list[place + 1]]
    return { ...(previous && { previous: neighbour(previous) }), ...(next && { next: neighbour(next) }) }
  }

const neighbour = ({ entry }: StoredEntry): Neighbour => ({ id: entry.id, title: shownTitle(entry) })
