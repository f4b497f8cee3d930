/** Number of documents in a segment of the index. */
const SEGMENT = 256
/** Number of letters that the words of a block have in common. */
const COMMON = 2

/**
 * The numbers of the documents that contain a word, by word. A block contains the words that begin with the same letters,
 * and the documents of one segment.
 */
export type PostingBlock = Map<string, number[]>

/** The key of a block in the store: the common letters, and the number of the segment. */
export type BlockKey = readonly [letters: string, segment: number]

export const blockKey = (word: string, document: number): BlockKey => [
  word.slice(0, COMMON),
  Math.floor(document / SEGMENT),
]

/** @returns the keys of all blocks with a word, or with `isPrefix` with words that begin with it */
export function blocksWith(word: string, isPrefix: boolean): IDBKeyRange {
  const letters = word.slice(0, COMMON)
  const last = isPrefix && word.length < COMMON ? `${letters}\uFFFF` : letters
  return IDBKeyRange.bound([letters], [last, Infinity])
}

/**
 * @returns the documents of a word, or with `isPrefix` of all words that begin with it; a document may appear twice. Only
 *   these lists of a printed block are parsed, because the block contains many other words.
 */
export function documentsIn(json: string, word: string, isPrefix: boolean): number[] {
  const found: number[] = []
  const start = `["${JSON.stringify(word).slice(1, -1)}${isPrefix ? '' : '"'}`
  for (let at = json.indexOf(start); at !== -1; at = json.indexOf(start, at + start.length)) {
    const list = json.indexOf('[', at + start.length)
    found.push(...(JSON.parse(json.slice(list, json.indexOf(']', list) + 1)) as number[]))
  }
  return found
}

/** Blocks are stored as JSON text, which is read faster than stored objects. */
export const printBlock = (block: PostingBlock): string => JSON.stringify([...block])
export const parseBlock = (json: string): PostingBlock => new Map(JSON.parse(json) as [string, number[]][])
