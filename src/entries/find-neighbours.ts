import type { Database, Statement } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'

/** Lists whose entries follow each other by their ids, newest first. */
export type NeighbourList = 'unread' | 'starred' | 'archive' | 'all'

export interface Neighbour {
  readonly id: EntryId
  readonly title: string
}

export interface Neighbours {
  /** the newer one */
  readonly previous?: Neighbour
  /** the older one */
  readonly next?: Neighbour
}

interface Row {
  readonly id: number
  readonly title: string | null
  readonly url: string
}

const CONDITIONS: Readonly<Record<NeighbourList, string>> = {
  unread: 'and is_archived = 0',
  starred: 'and is_starred = 1',
  archive: 'and is_archived = 1',
  all: '',
}

export type FindNeighbours = (owner: UserId, list: NeighbourList, id: EntryId) => Promise<Neighbours>

/** @returns a function that finds what stands before and after an entry in a list, whether or not it is in it itself */
export function neighbourFinder(database: Database): FindNeighbours {
  const prepare = (condition: string, side: string) =>
    database.prepare<Row>(`select id, title, url from entry where user_id = $1 ${condition} and id ${side} limit 1`)
  const statements = new Map<NeighbourList, readonly [Statement<Row>, Statement<Row>]>()
  return async (owner, list, id) => {
    const condition = CONDITIONS[list]
    const [newer, older] =
      statements.get(list) ??
      ([prepare(condition, '> $2 order by id'), prepare(condition, '< $2 order by id desc')] as const)
    statements.set(list, [newer, older])
    const [[previous], [next]] = await Promise.all([newer.all(owner, id), older.all(owner, id)])
    return { ...(previous && { previous: neighbour(previous) }), ...(next && { next: neighbour(next) }) }
  }
}

const neighbour = ({ id, title, url }: Row): Neighbour => ({ id: Number(id) as EntryId, title: title ?? url })
