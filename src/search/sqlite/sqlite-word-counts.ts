import { ownerPrefix } from '../../query/sql/full-text-match.ts'
import { MAX_WORD_COUNT } from '../correction/correct-query.ts'
import type { IndexConnection } from '../sqlite-index.ts'

interface WordCount {
  readonly word: string
  readonly count: number
}

/** @returns the number of the owner's entries with each word that has any, counted up to `MAX_WORD_COUNT` */
export function countWordsSqlite(
  connection: IndexConnection,
  owner: number,
  words: readonly string[],
): ReadonlyMap<string, number> {
  const rows = connection.all<WordCount>(COUNT_WORDS, ownerPrefix(owner), JSON.stringify(words))
  return new Map(rows.map(({ word, count }) => [word, count]))
}

const COUNT_WORDS = `
  select word, count from (
    select near.value as word, (select count(*) from (
      select 1 from search_index where search_index match '"' || $1 || near.value || '"' limit ${MAX_WORD_COUNT}
    )) as count
    from json_each($2) as near
  ) where count > 0`
