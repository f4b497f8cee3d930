import type { IndexConnection } from '../sqlite-index.ts'
import type { Numbers } from '../sorted-numbers.ts'

/**
 * @param sql a statement that returns all ids as one text, because one row per id takes ten times as long
 * @returns the ids
 */
export function idsOf(connection: IndexConnection, sql: string, parameters: readonly (string | number)[]): Numbers {
  return new Float64Array(JSON.parse(connection.all<{ ids: string }>(sql, ...parameters)[0]!.ids) as number[])
}
