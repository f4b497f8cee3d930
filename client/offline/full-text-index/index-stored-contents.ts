import { indexWords } from '../../../src/query/text/index-words.ts'
import { contentOf } from '../stored-contents.ts'
import type { Store } from '../open-store.ts'
import {
  decodeBlock,
  documentsBlock,
  encodeBlock,
  mergeBlocks,
  newPostings,
  type BlockKey,
  type PostingBlock,
} from './posting-block.ts'

/** Number of texts that are added to the index in one transaction. */
const BATCH = 50
/**
 * The index is rebuilt if it contains this many more outdated documents than current ones. Outdated documents belong to
 * deleted or replaced texts.
 */
const MAX_OUTDATED = 1000

/**
 * Adds the stored texts that are missing in the full-text index. An interrupted run continues at the next call.
 * @returns whether the index has changed
 */
export async function indexContents(store: Store): Promise<boolean> {
  await clearOutdated(store)
  const missing = await missingIds(store)
  for (let start = 0; start < missing.length; start += BATCH) {
    const texts = missing.slice(start, start + BATCH).map(async (id) => {
      const content = await contentOf(store, id)
      return content === undefined ? [] : [{ id, words: contentWords(content) }]
    })
    await addDocuments(store, (await Promise.all(texts)).flat())
  }
  return missing.length > 0
}

/** @returns the words in the content of an entry, as the server indexes them */
function contentWords(content: string): readonly string[] {
  const other = { id: 0, title: '', url: '', domain: '', language: '', authors: [], tags: [], notes: [] }
  return indexWords({ ...other, content }).content
}

async function missingIds(store: Store): Promise<number[]> {
  const [kept, indexed] = await Promise.all([store.getAllKeys('contents'), store.getAllKeys('documents')])
  const known = new Set(indexed)
  return kept.filter((id) => !known.has(id))
}

interface IndexedContent {
  readonly id: number
  readonly words: readonly string[]
}

async function addDocuments(store: Store, contents: readonly IndexedContent[]): Promise<void> {
  const transaction = store.transaction(['documents', 'postings', 'positions', 'meta'], 'readwrite')
  const [documents, meta] = [transaction.objectStore('documents'), transaction.objectStore('meta')]
  const first = ((await meta.get('nextDocument')) as number | undefined) ?? 0
  for (const [index, { id }] of contents.entries()) void documents.put(first + index, id)
  void meta.put(first + contents.length, 'nextDocument')
  const merge = async (name: 'postings' | 'positions', key: BlockKey, block: PostingBlock) => {
    const table = transaction.objectStore(name)
    const stored = await table.get(key)
    await table.put(encodeBlock(stored ? mergeBlocks(decodeBlock(stored), block) : block), key)
  }
  const texts = contents.map(({ words }) => words)
  const merged = newPostings(texts, first).flatMap(({ key, positions }) => [
    merge('postings', key, documentsBlock(positions)),
    merge('positions', key, positions),
  ])
  await Promise.all([...merged, transaction.done])
}

/**
 * Empties the index if most of it belongs to deleted or replaced texts. The remaining texts are indexed again
 * afterwards.
 */
async function clearOutdated(store: Store): Promise<void> {
  const transaction = store.transaction(['documents', 'postings', 'positions', 'meta'], 'readwrite')
  const [documents, meta] = [transaction.objectStore('documents'), transaction.objectStore('meta')]
  const [count, first = 0, next = 0] = await Promise.all([
    documents.count(),
    meta.get('firstDocument') as Promise<number | undefined>,
    meta.get('nextDocument') as Promise<number | undefined>,
  ])
  if (next - first > 2 * count + MAX_OUTDATED) {
    for (const name of ['documents', 'postings', 'positions'] as const) void transaction.objectStore(name).clear()
    // Document numbers are never used again. A running search may still have the earlier numbers in its cache
    // (`KnownNumbers`).
    void meta.put(next, 'firstDocument')
  }
  await transaction.done
}
