import type { SearchQuery } from './search-query.ts'

const COLUMNS = { archived: 'entry.is_archived', starred: 'entry.is_starred' } as const

/** @returns conditions on the states of entries, each from `and` on; nothing but fixed words, so texts are few */
export function statesSql({ states }: SearchQuery): string {
  const conditions = states.map(({ state, isWanted }) => `and ${COLUMNS[state]} = ${isWanted ? 1 : 0}`)
  return [...new Set(conditions)].sort().join(' ')
}
