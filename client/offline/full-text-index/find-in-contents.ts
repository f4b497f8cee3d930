import type { Condition, TokenTest } from '../../../src/query/condition.ts'
import type { Store } from '../open-store.ts'
import { keysOfBlocks, listsIn, type KeyRange, type StoredBlock } from './posting-block.ts'
import { documentsOf, matchPhrase, mergeLists } from './posting-list.ts'

/** Results of searching this browser's full-text index for the words of a query. A test is one word or phrase. */
export interface ContentHits {
  /** @returns whether the index contains the entry's text */
  isIndexed(id: number): boolean
  /** @returns whether the entry's text contains the words of the test */
  has(id: number, test: ContentTest): boolean
}

export type ContentTest = Pick<TokenTest, 'tokens' | 'isPrefix'>

const NO_HITS: ContentHits = { isIndexed: () => false, has: () => false }

/** @returns the tests of a query that search the text of entries */
export function contentTests(condition: Condition): readonly TokenTest[] {
  if (condition.type === 'tokens') {
    return condition.part === 'title' || condition.part === 'notes' || condition.tokens[0]!.startsWith('.')
      ? []
      : [condition]
  }
  if (condition.type === 'and' || condition.type === 'or') return condition.parts.flatMap(contentTests)
  return condition.type === 'not' ? contentTests(condition.part) : []
}

/**
 * Searches the full-text index for the words of all tests at once. Afterwards, callers can test each entry
 * synchronously.
 */
export async function findInContents(store: Store, tests: readonly ContentTest[]): Promise<ContentHits> {
  if (tests.length === 0) return NO_HITS
  const transaction = reading(store)
  const numbers = await documentNumbers(transaction, store)
  const blocks: ReadBlocks = { transaction, loaded: new Map() }
  const distinct = new Map(tests.map((test) => [keyOf(test), test]))
  const found = [...distinct].map(async ([key, test]) => [key, await documentsWith(blocks, test)] as const)
  const hits = new Map(await Promise.all(found))
  // The map has the test objects as keys, because callers look up a test for each entry, and computing `keyOf` each
  // time would be slower.
  const hitsOf = new Map<ContentTest, ReadonlySet<number>>(tests.map((test) => [test, hits.get(keyOf(test))!]))
  return {
    isIndexed: (id) => numbers.has(id),
    has: (id, test) => hitsOf.get(test)?.has(numbers.get(id) ?? -1) === true,
  }
}

/** @returns an object that reports whether the full-text index contains an entry's text */
export async function indexedContents(store: Store): Promise<Pick<ContentHits, 'isIndexed'>> {
  const numbers = await documentNumbers(reading(store), store)
  return { isIndexed: (id) => numbers.has(id) }
}

const keyOf = ({ tokens, isPrefix }: ContentTest): string => `${tokens.join(' ')}${isPrefix ? '*' : ''}`

// One transaction reads all tables. If each had its own transaction, rebuilding the index in between could change the
// document numbers.
const reading = (store: Store) => store.transaction(['documents', 'postings', 'positions', 'meta'])
type Reading = ReturnType<typeof reading>

interface KnownNumbers {
  /** number of indexed texts. If it or `next` has changed, `numbers` is out of date. */
  readonly count: number
  readonly next: number | undefined
  readonly numbers: ReadonlyMap<number, number>
}

const known = new WeakMap<Store, KnownNumbers>()

/** @returns the document numbers of the indexed texts, by the id of the entry */
async function documentNumbers(transaction: Reading, store: Store): Promise<ReadonlyMap<number, number>> {
  const documents = transaction.objectStore('documents')
  const [count, next] = await Promise.all([
    documents.count(),
    transaction.objectStore('meta').get('nextDocument') as Promise<number | undefined>,
  ])
  const before = known.get(store)
  if (before?.count === count && before.next === next) return before.numbers
  const [ids, numbers] = await Promise.all([documents.getAllKeys(), documents.getAll()])
  const now = { count, next, numbers: new Map(ids.map((id, index) => [id, numbers[index]!])) }
  known.set(store, now)
  return now.numbers
}

/** The blocks that a search has read so far. Each block is read only once. */
interface ReadBlocks {
  readonly transaction: Reading
  /** the blocks that were read, by the name of the table and the range of block keys */
  readonly loaded: Map<string, Promise<readonly StoredBlock[]>>
}

/** @returns the numbers of the documents that contain the tokens of a test one directly after another */
async function documentsWith(blocks: ReadBlocks, test: ContentTest): Promise<ReadonlySet<number>> {
  const table = test.tokens.length > 1 ? 'positions' : 'postings'
  const read = test.tokens.map((token, index) =>
    readBlocks(blocks, table, keysOfBlocks(token, isPrefixToken(test, index))),
  )
  return matchTokens(test, await Promise.all(read))
}

/** @returns the number of texts that contain each word; words that are in no text are missing */
export async function countInContents(store: Store, words: readonly string[]): Promise<Map<string, number>> {
  const blocks: ReadBlocks = { transaction: reading(store), loaded: new Map() }
  const counts = words.map(async (word): Promise<[string, number]> => {
    const { size } = await documentsWith(blocks, { tokens: [word], isPrefix: false })
    return [word, size]
  })
  return new Map((await Promise.all(counts)).filter(([, count]) => count > 0))
}

/**
 * @returns true if the token is a prefix, which also matches longer words. Only the last token of a test can be one.
 */
const isPrefixToken = ({ tokens, isPrefix }: ContentTest, index: number) => isPrefix && index === tokens.length - 1

function readBlocks({ transaction, loaded }: ReadBlocks, table: 'postings' | 'positions', { lower, upper }: KeyRange) {
  const name = `${table} ${lower} ${upper}`
  const read = loaded.get(name) ?? transaction.objectStore(table).getAll(IDBKeyRange.bound(lower, upper))
  loaded.set(name, read)
  return read
}

/**
 * @param read for each token, the blocks that may contain it, in the order of their keys; from the table `postings` if
 *   the test has only one token, otherwise from `positions`
 * @returns the numbers of the documents that contain the tokens one directly after another
 */
export function matchTokens(test: ContentTest, read: readonly (readonly StoredBlock[])[]): Set<number> {
  const lists = test.tokens.map((token, index) => {
    const found = read[index]!.flatMap((block) => listsIn(block, token, isPrefixToken(test, index)))
    // A prefix matches several words. Their lists must be merged, because `matchPhrase` needs ascending positions.
    return isPrefixToken(test, index) && index > 0 ? mergeLists(found) : found.flat()
  })
  return lists.length > 1 ? documentsOf(matchPhrase(lists)) : new Set(lists[0])
}
