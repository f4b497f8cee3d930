import type { Condition } from '../../query/condition.ts'
import { currentIds, unpack } from './sqlite-id-cache.ts'
import type { Numbers } from '../sorted-numbers.ts'
import type { IndexConnection } from '../sqlite-index.ts'

/**
 * @param condition a condition that follows the revision (`followsRevision`); undefined for all entries
 * @param read reads the ids of the entries that meet the condition, or those of the given ids
 * @returns the ids of all entries that meet the condition, from a cache if possible
 */
export function conditionIds(
  connection: IndexConnection,
  owner: number,
  condition: Condition | undefined,
  read: (among?: Numbers) => Numbers,
): Numbers {
  const query = { key: JSON.stringify(condition ?? null), source: 'columns', all: () => read(), among: read } as const
  return unpack(connection.snapshot(() => currentIds(connection, owner, query)).ids)
}
