import type { Database } from '../db/database.ts'
import { isPostgres } from '../db/open-database.ts'
import { fromStandby, withStandbyWhileAway } from '../db/postgres/standby-reads.ts'
import { IS_UP_TO_DATE } from './changed-entries.ts'
import type { SearchIndex } from './search-index.ts'
import type { Standby } from '../db/postgres/standby.ts'

/** What routes read from. Without a standby, everything comes from the database. */
export interface RouteReads {
  /** the database; while it does not respond, a standby that has everything answers reads */
  readonly database: Database
  /** as `database`, but a standby answers statements about one user if this user's data are the same there */
  readonly lists: Database
  /** the search index, in which a standby searches on the same condition, if its index is complete */
  readonly searchIndex: SearchIndex
}

interface Sources {
  readonly database: Database
  readonly searchIndex: SearchIndex
  /** absent if the settings name no standby */
  readonly standby?: Standby
}

/** @returns the reads for routes. Jobs do not use them: they read to write. */
export function routeReads({ database, standby, searchIndex }: Sources): RouteReads {
  if (!standby || !isPostgres(database)) return { database, lists: database, searchIndex }
  const current = withStandbyWhileAway(database, standby)
  const complete = fromStandby(current, standby, IS_UP_TO_DATE)
  return {
    database: current,
    lists: fromStandby(current, standby),
    searchIndex: searchIndex.readingFrom?.(current, complete) ?? searchIndex,
  }
}
