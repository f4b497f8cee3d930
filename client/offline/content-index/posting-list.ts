/** Number of positions for each document. At most 50,000 words of a text are indexed. Part of the stored format. */
const PER_DOCUMENT = 65_536

/**
 * The occurrences of a word, in ascending order: the numbers of the documents that contain it, or its positions in them.
 */
export type PostingList = readonly number[]

/**
 * @param offset number of words before it in the document
 * @returns the position of a word in the index: one number, of which the next one is the position of the next word
 */
export const positionOf = (document: number, offset: number): number => document * PER_DOCUMENT + offset

/** @returns the numbers of the documents in which positions are */
export const documentsOf = (positions: PostingList): Set<number> =>
  new Set(positions.map((position) => Math.floor(position / PER_DOCUMENT)))

/**
 * Appends a posting list to bytes. Each posting is stored as its difference from the one before, as a varint: seven bits
 * in each byte, the lowest first. All bytes but the last have the highest bit set.
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

/** @returns the posting list that `appendPostings` has encoded */
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

/** @returns the posting lists of several words as one */
export const mergeLists = (lists: readonly PostingList[]): PostingList => [...Float64Array.from(lists.flat()).sort()]

/**
 * @param words the positions of each word of a phrase, in the order of the phrase
 * @returns the positions of its first word at which the phrase begins
 */
export function matchPhrase(words: readonly PostingList[]): PostingList {
  // The index of a word in the phrase is its distance from the first word.
  return words.reduce((starts, positions, distance) => startsBefore(starts, positions, distance))
}

/** @returns those of the starts that a position follows at this distance */
function startsBefore(starts: PostingList, positions: PostingList, distance: number): PostingList {
  let index = 0
  return starts.filter((start) => {
    while (positions[index]! < start + distance) index += 1
    return positions[index] === start + distance
  })
}
