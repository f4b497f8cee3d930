import type { Condition, TokenTest } from '../../../src/query/condition.ts'
import type { Store } from '../open-store.ts'
import { blocksWith, parseBlock } from './posting-block.ts'

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
export async function findInContents(store: Store, tests: readonly ContentTest[]): Promise<ContentHits> {
  if (tests.length === 0) return NO_HITS
  // One transaction: the numbers of documents change when the index is built again.
  const transaction = store.transaction(['documents', 'words', 'postings'])
  const documents = transaction.objectStore('documents')
  const distinct = new Map(tests.map((test) => [keyOf(test), test]))
  const found = [...distinct].map(async ([key, test]) => [key, await documentsWith(transaction, test)] as const)
  const [ids, numbers, hits] = await Promise.all([documents.getAllKeys(), documents.getAll(), Promise.all(found)])
  const numberOf = new Map(ids.map((id, index) => [id, numbers[index]!]))
  const hitsOf = new Map(hits)
  return {
    isIndexed: (id) => numberOf.has(id),
    has: (id, test) => hitsOf.get(keyOf(test))?.has(numberOf.get(id) ?? -1) === true,
  }
}

const keyOf = ({ tokens, isPrefix }: ContentTest): string => `${tokens.join(' ')}${isPrefix ? '*' : ''}`

const reading = (store: Store) => store.transaction(['documents', 'words', 'postings'])
type Reading = ReturnType<typeof reading>

/** @returns the numbers of the documents that contain a sequence of tokens */
async function documentsWith(transaction: Reading, { tokens, isPrefix }: ContentTest): Promise<ReadonlySet<number>> {
  const last = tokens.length - 1
  const each = tokens.map((token, index) => documentsWithToken(transaction, token, isPrefix && index === last))
  const candidates = (await Promise.all(each)).reduce((one, other) => one.intersection(other))
  if (last === 0) return candidates
  const sequence = ` ${tokens.join(' ')}${isPrefix ? '' : ' '}`
  const words = transaction.objectStore('words')
  const checked = [...candidates].map(async (document) =>
    (await words.get(document))?.includes(sequence) ? [document] : [],
  )
  return new Set((await Promise.all(checked)).flat())
}

async function documentsWithToken(transaction: Reading, token: string, isPrefix: boolean): Promise<Set<number>> {
  const blocks = await transaction.objectStore('postings').getAll(blocksWith(token, isPrefix))
  const found = new Set<number>()
  for (const json of blocks) {
    const block = parseBlock(json)
    const words = isPrefix ? [...block.keys()].filter((word) => word.startsWith(token)) : [token]
    for (const word of words) for (const document of block.get(word) ?? []) found.add(document)
  }
  return found
}
