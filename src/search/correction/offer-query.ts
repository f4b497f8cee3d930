import { parseQuery } from '../../query/parse-query.ts'
import { printQuery } from '../../query/print-query.ts'
import type { QueryNode } from '../../query/query.ts'
import { nearWords } from '../../query/text/near-words.ts'
import { plainWords, withWords, wordOf, type CorrectedWord, type CountWords } from './correct-query.ts'

/** Shorter words have too many near ones that mean something else, such as “wall” and “well”. */
const MIN_LENGTH = 5
/** Limits the number of lookups, because a search that finds little is frequent. */
const MAX_WORDS = 2
/** How many times as many entries a near word must have. */
const TIMES = 5

/**
 * @param text a query that finds only few entries
 * @returns the query with each word replaced by a near one that far more entries have, such as “harbour” for “harbours”;
 *   undefined if there is none
 */
export async function offerQuery(text: string, countWords: CountWords): Promise<string | undefined> {
  const query = parseQuery(text)
  const nodes = query.node ? plainWords(query.node) : []
  if (query.node === undefined || nodes.length > MAX_WORDS) return undefined
  const offered = new Map<QueryNode, CorrectedWord>()
  for (const node of nodes) {
    const near = await moreFrequent(wordOf(node.text) ?? '', countWords)
    if (near !== undefined) offered.set(node, { typed: node.text, near })
  }
  return offered.size === 0 ? undefined : printQuery({ ...query, node: withWords(query.node, offered) })
}

async function moreFrequent(word: string, countWords: CountWords): Promise<string | undefined> {
  if (word.length < MIN_LENGTH) return undefined
  const near = nearWords(word).filter((one) => one[0] === word[0])
  if (near.length === 0) return undefined
  const counts = await countWords([word, ...near])
  const least = Math.max(1, counts.get(word) ?? 0) * TIMES
  const frequent = near.filter((one) => (counts.get(one) ?? 0) >= least)
  return frequent.toSorted((one, other) => counts.get(other)! - counts.get(one)! || (one < other ? -1 : 1))[0]
}
