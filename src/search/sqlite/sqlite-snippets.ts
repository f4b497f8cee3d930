import type { UserId } from '../../kernel/branded-ids.ts'
import { makeSnippets, MAX_SNIPPETS } from '../make-snippet.ts'
import type { Snippet } from '../search-index.ts'
import type { SearchQuery } from '../search-query.ts'
import type { StoredText } from '../search-task.ts'
import type { IndexConnection } from '../sqlite-index.ts'

const TEXTS = `
  select entry_id as id, content from entry_content
  where user_id = $1 and entry_id in (select value from json_each($2))`

/** @returns snippets of the given entries whose content contains a word of the query, each with the id of its entry */
export function snippetsSqlite(
  connection: IndexConnection,
  owner: UserId,
  query: SearchQuery,
  ids: readonly number[],
): [id: number, snippet: Snippet][] {
  const texts = connection.all<StoredText>(TEXTS, owner, JSON.stringify(ids.slice(0, MAX_SNIPPETS)))
  return makeSnippets(query, texts)
}
