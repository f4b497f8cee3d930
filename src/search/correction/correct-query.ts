import { parseQuery } from '../../query/parse-query.ts'
import { printQuery } from '../../query/print-query.ts'
import type { QueryNode, TextNode } from '../../query/query.ts'
import { nearWords } from '../../query/text/near-words.ts'
import { wordsByTwoSlips } from '../../query/text/two-slips.ts'
import { tokenizeQuery } from '../../query/text/tokenize.ts'

/** A word that is not in the library, and the nearest one that is. */
export interface CorrectedWord {
  /** as the user typed it */
  readonly typed: string
  readonly near: string
}

/** A query in which words that are not in the library are replaced by near ones. */
export interface Correction {
  readonly text: string
  /** at least one word */
  readonly words: readonly CorrectedWord[]
}

/** The words of a library. */
interface LibraryWords {
  /** @returns true if a search for this word alone finds an entry */
  isFound(word: string): Promise<boolean>
  readonly countWords: CountWords
}

/**
 * @param words folded words that consist of letters
 * @returns the number of entries with each of the words, counted up to `MAX_WORD_COUNT`; words without entries are missing
 */
export type CountWords = (words: readonly string[]) => Promise<ReadonlyMap<string, number>>

export const MAX_WORD_COUNT = 100

/** A query with more words than these is not corrected, which limits the number of lookups. */
const MAX_WORDS = 8
const MAX_CORRECTED_WORDS = 3
/** Words of one lookup. It takes about 50 ms, so that other searches do not wait longer. */
const WORDS_AT_ONCE = 1000

/**
 * Corrects a query that finds nothing. Phrases, the values of fields, excluded words and words with `*` stay as they are.
 * @returns undefined if no word is missing in the library, or if the library has no word near a missing one
 */
export async function correctQuery(text: string, library: LibraryWords): Promise<Correction | undefined> {
  const query = parseQuery(text)
  const nodes = query.node ? plainWords(query.node) : []
  if (query.node === undefined || nodes.length === 0 || nodes.length > MAX_WORDS) return undefined
  const corrected = new Map<QueryNode, CorrectedWord>()
  for (const node of nodes) {
    if (await library.isFound(node.text)) continue
    const near = corrected.size < MAX_CORRECTED_WORDS ? await nearestWord(node.text, library.countWords) : undefined
    if (near === undefined) return undefined
    corrected.set(node, { typed: node.text, near })
  }
  if (corrected.size === 0) return undefined
  const node = withWords(query.node, corrected)
  return { text: printQuery({ ...query, node }), words: [...corrected.values()] }
}

/** @returns the words of the query that may be replaced */
export function plainWords(node: QueryNode): readonly TextNode[] {
  if (node.type === 'text') return node.isPhrase || wordOf(node.text) === undefined ? [] : [node]
  return node.type === 'and' || node.type === 'or' ? node.nodes.flatMap(plainWords) : []
}

/** @returns the folded word; undefined if the text is not exactly one word */
export function wordOf(text: string): string | undefined {
  const { tokens } = tokenizeQuery(text)
  return tokens.length === 1 && /^\p{L}[\p{L}\p{M}]*$/u.test(text) ? tokens[0] : undefined
}

/**
 * @returns the word that most entries have among those near to the given one. Words with the same first letter come
 *   first, because it is rarely wrong. Words that differ by two slips are looked up only if no word is nearer.
 */
async function nearestWord(text: string, countWords: CountWords): Promise<string | undefined> {
  const word = wordOf(text) ?? ''
  const near = nearWords(word)
  const nearest = near.length === 0 ? undefined : mostFrequent(await countWords(near), word)
  if (nearest !== undefined) return nearest
  const far = wordsByTwoSlips(word)
  for (let at = 0; at < far.length; at += WORDS_AT_ONCE) {
    const found = mostFrequent(await countWords(far.slice(at, at + WORDS_AT_ONCE)), word)
    if (found !== undefined) return found
  }
  return undefined
}

function mostFrequent(counts: ReadonlyMap<string, number>, word: string): string | undefined {
  const weight = (one: string) => counts.get(one)! + (one[0] === word[0] ? MAX_WORD_COUNT : 0)
  return [...counts.keys()].toSorted((one, other) => weight(other) - weight(one) || (one < other ? -1 : 1))[0]
}

/** @returns the node with replaced words */
export function withWords(node: QueryNode, corrected: ReadonlyMap<QueryNode, CorrectedWord>): QueryNode {
  const word = corrected.get(node)
  if (word && node.type === 'text') return { ...node, text: word.near }
  if (node.type !== 'and' && node.type !== 'or') return node
  return { ...node, nodes: node.nodes.map((part) => withWords(part, corrected)) }
}
