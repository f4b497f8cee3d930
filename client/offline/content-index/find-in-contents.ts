import type { Condition, TokenTest } from '../../../src/query/condition.ts'
import type { Store } from '../open-store.ts'
import { blocksWith, documentsIn } from './posting-block.ts'

/** The results of tests in the full-text index of this browser. */
export interface ContentHits {
  /** @returns whether the index contains the text of an entry */
  isIndexed(id: number): boolean
  /** @returns whether the text of an entry passes a test */
  has(id: number, test: ContentTest): boolean
}

export type ContentTest = Pick<TokenTest, 'tokens' | 'isPrefix'>

const NO_HITS: ContentHits = { isIndexed: () => false, has: () => false }

/** @returns the tests of a condition that texts can pass */
export function contentTests(condition: Condition): readonly TokenTest[] {
  if (condition.type === 'tokens') {
    return condition.part === 'title' || condition.part === 'notes' || condition.tokens[0]!.startsWith('.')
      ? []
      : [condition]
  }
  if (condition.type === 'and' || condition.type === 'or') return condition.parts.flatMap(contentTests)
  return condition.type === 'not' ? contentTests(condition.part) : []
}

/** Runs tests in the full-text index. Afterwards, entries can be tested without waiting for the store. */
export function findInContents(store: Store, tests: readonly ContentTest[]): Promise<ContentHits> {
  return new ContentSearch(store).find(tests)
}

/** Searches the full-text index in one or more pieces. The lists of words are read once. */
export class ContentSearch {
  readonly #store: Store
  readonly #blocks: KnownBlocks = new Map()

  constructor(store: Store) {
    this.#store = store
  }

  /**
   * @param among ids of the entries that will be tested, because phrases are looked for in the text of each entry that
   *   contains their words; by default all
   */
  async find(tests: readonly ContentTest[], among?: readonly number[]): Promise<ContentHits> {
    if (tests.length === 0) return NO_HITS
    const transaction = reading(this.#store)
    const numbers = await documentNumbers(transaction, this.#store)
    const wanted = among && new Set(among.map((id) => numbers.get(id) ?? -1))
    const parts = { transaction, blocks: this.#blocks, wanted }
    const distinct = new Map(tests.map((test) => [keyOf(test), test]))
    const found = [...distinct].map(async ([key, test]) => [key, await documentsWith(parts, test)] as const)
    const hits = new Map(await Promise.all(found))
    // The same objects are tested for every entry, so that they are looked up faster than their keys.
    const hitsOf = new Map<ContentTest, ReadonlySet<number>>(tests.map((test) => [test, hits.get(keyOf(test))!]))
    return {
      isIndexed: (id) => numbers.has(id),
      has: (id, test) => hitsOf.get(test)?.has(numbers.get(id) ?? -1) === true,
    }
  }
}

/** @returns whether the full-text index contains the text of an entry */
export async function indexedContents(store: Store): Promise<Pick<ContentHits, 'isIndexed'>> {
  const numbers = await documentNumbers(reading(store), store)
  return { isIndexed: (id) => numbers.has(id) }
}

const keyOf = ({ tokens, isPrefix }: ContentTest): string => `${tokens.join(' ')}${isPrefix ? '*' : ''}`

// One transaction: the numbers of documents change when the index is built again.
const reading = (store: Store) => store.transaction(['documents', 'words', 'postings', 'meta'])
type Reading = ReturnType<typeof reading>

interface KnownNumbers {
  /** number of indexed texts, and the number of the next one; the numbers of the texts are known as long as both stay */
  readonly count: number
  readonly next: number | undefined
  readonly numbers: ReadonlyMap<number, number>
}

const known = new WeakMap<Store, KnownNumbers>()

/** @returns the numbers of the indexed texts, by entry */
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

/** The blocks of the index that were read, by the letters that their words begin with. */
type KnownBlocks = Map<string, Promise<readonly string[]>>

interface SearchParts {
  readonly transaction: Reading
  readonly blocks: KnownBlocks
  /** numbers of the documents in which phrases are looked for; undefined for all */
  readonly wanted: ReadonlySet<number> | undefined
}

/** @returns the numbers of the documents that contain a sequence of tokens */
async function documentsWith(parts: SearchParts, { tokens, isPrefix }: ContentTest): Promise<ReadonlySet<number>> {
  const { transaction, wanted } = parts
  const last = tokens.length - 1
  const each = tokens.map((token, index) => documentsWithToken(parts, token, isPrefix && index === last))
  const candidates = (await Promise.all(each)).reduce((one, other) => one.intersection(other))
  if (last === 0) return candidates
  const tested = wanted ? candidates.intersection(wanted) : candidates
  const sequence = ` ${tokens.join(' ')}${isPrefix ? '' : ' '}`
  const words = transaction.objectStore('words')
  // Reading many texts with one request was measured to take twice as long.
  const checked = [...tested].map(async (document) =>
    (await words.get(document))?.includes(sequence) ? [document] : [],
  )
  return new Set((await Promise.all(checked)).flat())
}

async function documentsWithToken(
  { transaction, blocks }: SearchParts,
  token: string,
  isPrefix: boolean,
): Promise<Set<number>> {
  const range = blocksWith(token, isPrefix)
  const name = JSON.stringify([range.lower, range.upper])
  const read = blocks.get(name) ?? transaction.objectStore('postings').getAll(range)
  blocks.set(name, read)
  return new Set((await read).flatMap((json) => documentsIn(json, token, isPrefix)))
}
