import { indexWords } from '../../../src/query/text/index-words.ts'
import { contentOf } from '../kept-contents.ts'
import type { Store } from '../open-store.ts'
import { blockKey, parseBlock, printBlock, type BlockKey, type PostingBlock } from './posting-block.ts'

/** Number of texts that are indexed in one transaction. */
const BATCH = 50
/**
 * Number of documents of deleted or replaced texts, beyond the number of the others, from which the index is built again.
 */
const MOST_OUTDATED = 1000

/**
 * Adds the stored texts that the full-text index lacks. An interrupted run continues with the next call.
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

/** @returns the words of a content that the server finds too */
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
  const transaction = store.transaction(['documents', 'words', 'postings', 'meta'], 'readwrite')
  const table = <Name extends 'documents' | 'words'>(name: Name) => transaction.objectStore(name)
  const meta = transaction.objectStore('meta')
  let next = ((await meta.get('nextDocument')) as number | undefined) ?? 0
  const blocks: Blocks = new Map()
  for (const { id, words } of contents) {
    void table('documents').put(next, id)
    void table('words').put(` ${words.join(' ')} `, next)
    for (const word of new Set(words)) addPosting(blocks, word, next)
    next += 1
  }
  void meta.put(next, 'nextDocument')
  const postings = transaction.objectStore('postings')
  const merged = [...blocks.values()].map(async ({ key, block }) => {
    const stored = await postings.get([...key])
    await postings.put(printBlock(stored === undefined ? block : mergeBlocks(parseBlock(stored), block)), [...key])
  })
  await Promise.all([...merged, transaction.done])
}

type Blocks = Map<string, { readonly key: BlockKey; readonly block: PostingBlock }>

function addPosting(blocks: Blocks, word: string, document: number): void {
  const key = blockKey(word, document)
  const name = key.join(' ')
  const known = blocks.get(name) ?? { key, block: new Map() }
  blocks.set(name, known)
  const documents = known.block.get(word)
  if (documents) documents.push(document)
  else known.block.set(word, [document])
}

function mergeBlocks(one: PostingBlock, later: PostingBlock): PostingBlock {
  for (const [word, documents] of later) one.set(word, [...(one.get(word) ?? []), ...documents])
  return one
}

/** Empties the index when most of it belongs to texts that were deleted or replaced. */
async function clearOutdated(store: Store): Promise<void> {
  const transaction = store.transaction(['documents', 'words', 'postings'], 'readwrite')
  const [documents, numbered] = await Promise.all([
    transaction.objectStore('documents').count(),
    transaction.objectStore('words').count(),
  ])
  if (numbered > 2 * documents + MOST_OUTDATED) {
    // Numbers are not used again, because those of the former texts may still be known.
    for (const name of ['documents', 'words', 'postings'] as const) void transaction.objectStore(name).clear()
  }
  await transaction.done
}
