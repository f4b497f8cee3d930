import { ownerLexeme, ownerMark } from '../../query/sql/full-text-match.ts'
import type { RunStatement } from '../changed-entries.ts'
import { MAX_WORD_COUNT } from '../correction/correct-query.ts'

interface WordCount {
  readonly word: string
  readonly count: number
}

/** @returns the number of the owner's entries with each word that has any, counted up to `MAX_WORD_COUNT` */
export async function countWordsPostgres(
  run: RunStatement,
  owner: number,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await run<WordCount>(COUNT_WORDS, [
    owner,
    `{${words.join()}}`,
    `'${ownerLexeme(owner)}' & '${ownerMark(owner)}`,
  ])
  return new Map(rows.map(({ word, count }) => [word, Number(count)]))
}

const COUNT_WORDS = `
  select word, found.count from unnest($2::text[]) as word
  cross join lateral (select count(*) as count from (
    select 1 from search_entry
    where user_id = $1 and words @@ ($3 || word || '''')::tsquery limit ${MAX_WORD_COUNT}
  ) as counted) as found
  where found.count > 0`
