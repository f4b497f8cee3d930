import { appendPostings, decodePostings, documentsOf, positionOf, type PostingList } from './posting-list.ts'

/** Number of documents in one segment of the index. */
const SEGMENT = 256
/**
 * Matches the common start of all words in a block. It is two letters, or one character of a script with thousands of
 * characters (from the CJK radicals to Hangul).
 */
const COMMON = /^(?:[\u2E80-\uD7FF]|..?)/s

/** The posting lists of the words that start with the same letters, for the documents of one segment. */
export type PostingBlock = Map<string, PostingList>

/** Key of a block in the store: its common letters, and the number of its segment. */
export type BlockKey = [letters: string, segment: number]

/** A block in the store. Its posting lists are encoded one after another. */
export interface StoredBlock {
  /** the words, separated by spaces */
  readonly words: string
  /** end of each word's posting list in `postings`, as an offset in bytes */
  readonly ends: Uint32Array
  readonly postings: Uint8Array
}

/** The postings that new texts add to one block of the index. */
export interface NewPostings {
  readonly key: BlockKey
  /** positions of each word */
  readonly positions: PostingBlock
}

const commonLetters = (word: string): string => COMMON.exec(word)![0]

/**
 * @param texts the words of each text, in order
 * @param first document number of the first text; the numbers of the others follow
 */
export function newPostings(texts: readonly (readonly string[])[], first: number): NewPostings[] {
  const blocks = new Map<string, NewPostings>()
  for (const [index, words] of texts.entries()) {
    const document = first + index
    for (const [word, offsets] of Map.groupBy(words.keys(), (offset) => words[offset]!)) {
      const key: BlockKey = [commonLetters(word), Math.floor(document / SEGMENT)]
      const name = key.join(' ')
      const existing = blocks.get(name) ?? { key, positions: new Map() }
      blocks.set(name, existing)
      const positions = offsets.map((offset) => positionOf(document, offset))
      addPostings(existing.positions, word, positions)
    }
  }
  return [...blocks.values()]
}

/** @returns the block with document numbers instead of positions: for each word, the documents that contain it */
export function documentsBlock(positions: PostingBlock): PostingBlock {
  return new Map([...positions].map(([word, list]) => [word, [...documentsOf(list)]]))
}

function addPostings(block: PostingBlock, word: string, later: PostingList): void {
  const existing = block.get(word)
  block.set(word, existing ? [...existing, ...later] : later)
}

/** Adds the posting lists of later documents to a block. @returns the block */
export function mergeBlocks(block: PostingBlock, later: PostingBlock): PostingBlock {
  for (const [word, postings] of later) addPostings(block, word, postings)
  return block
}

export interface KeyRange {
  readonly lower: [letters: string]
  readonly upper: BlockKey
}

/**
 * @returns the keys of all blocks that may contain a word; with `isPrefix`, of all that may contain words starting with
 * it
 */
export function keysOfBlocks(word: string, isPrefix: boolean): KeyRange {
  const letters = commonLetters(word)
  return { lower: [letters], upper: [isPrefix && word.length === 1 ? `${letters}\uFFFF` : letters, Infinity] }
}

export function encodeBlock(block: PostingBlock): StoredBlock {
  const bytes: number[] = []
  const ends = [...block.values()].map((postings) => {
    appendPostings(bytes, postings)
    return bytes.length
  })
  return { words: [...block.keys()].join(' '), ends: Uint32Array.from(ends), postings: Uint8Array.from(bytes) }
}

export function decodeBlock(stored: StoredBlock): PostingBlock {
  return new Map(stored.words.split(' ').map((word, index) => [word, listAt(stored, index)]))
}

/**
 * @returns the posting lists of a word; with `isPrefix`, of all words that start with it. Other lists are not decoded.
 */
export function listsIn(stored: StoredBlock, word: string, isPrefix: boolean): PostingList[] {
  return stored.words.split(' ').flatMap((one, index) => {
    const isMatch = isPrefix ? one.startsWith(word) : one === word
    return isMatch ? [listAt(stored, index)] : []
  })
}

function listAt({ ends, postings }: StoredBlock, index: number): PostingList {
  return decodePostings(postings.subarray(ends[index - 1] ?? 0, ends[index]))
}
