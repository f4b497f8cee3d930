/**
 * Number of positions that are reserved for each document. It is enough, because at most 50,000 words of a text are
 * indexed. The stored format depends on this number.
 */
const PER_DOCUMENT = 65_536

/**
 * The occurrences of a word in ascending order: either the numbers of the documents with the word, or its positions.
 */
export type PostingList = readonly number[]

/**
 * @param offset number of words before the word in its document
 * @returns the position of the word in the whole index. Successive words have successive numbers
 */
export const positionOf = (document: number, offset: number): number => document * PER_DOCUMENT + offset

/** @returns the numbers of the documents that contain the positions */
export const documentsOf = (positions: PostingList): Set<number> =>
  new Set(positions.map((position) => Math.floor(position / PER_DOCUMENT)))

/**
 * Appends an encoded posting list to `bytes`. Each posting is stored as its difference from the previous one, in the
 * format varint: seven bits in each byte, lowest bits first. Each byte but the last has its highest bit set.
 */
export function appendPostings(bytes: number[], postings: PostingList): void {
  let before = 0
  for (const one of postings) {
    let rest = one - before
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
    before = one
  }
}

/** @returns the posting list that `appendPostings` wrote to the bytes */
export function decodePostings(bytes: Uint8Array): PostingList {
  const postings: number[] = []
  let [last, scale] = [0, 1]
  for (const byte of bytes) {
    last += (byte & 127) * scale
    scale = byte < 128 ? 1 : scale * 128
    if (byte < 128) postings.push(last)
  }
  return postings
}

/** @returns the posting lists of several words as one sorted list */
export const mergeLists = (lists: readonly PostingList[]): PostingList => [...Float64Array.from(lists.flat()).sort()]

/**
 * @param words for each word of a phrase, in order, the positions of the word
 * @returns the positions at which the phrase starts
 */
export function matchPhrase(words: readonly PostingList[]): PostingList {
  // The index of a word in the phrase is the distance between the word and the first word.
  return words.reduce((starts, positions, distance) => startsBefore(starts, positions, distance))
}

/** @returns the elements of `starts` for which `positions` contains a position exactly `distance` words later */
function startsBefore(starts: PostingList, positions: PostingList, distance: number): PostingList {
  let index = 0
  return starts.filter((start) => {
    while (positions[index]! < start + distance) index += 1
    return positions[index] === start + distance
  })
}
