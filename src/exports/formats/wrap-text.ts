/**
 * @param text text whose line breaks are preserved
 * @param width maximum number of characters on a line; longer words are split, except for addresses
 * @returns the lines
 */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  let used = 0
  for (const word of line.split(' ').flatMap((piece) => cutWord(piece, width))) {
    const length = lengthOf(word)
    if (used > 0 && used + 1 + length > width) {
      lines.push(current)
      current = word
      used = length
    } else {
      current = used === 0 ? word : `${current} ${word}`
      used += length + (used === 0 ? 0 : 1)
    }
  }
  return [...lines, current]
}

/** Splits a word that is longer than a line. In a language without spaces, a whole paragraph counts as one word. */
function cutWord(word: string, width: number): string[] {
  if (word.length <= width || /^https?:/i.test(word)) return [word]
  const letters = [...word]
  const pieces: string[] = []
  for (let i = 0; i < letters.length; i += width) pieces.push(letters.slice(i, i + width).join(''))
  return pieces
}

function lengthOf(word: string): number {
  let count = 0
  for (const _letter of word) count++
  return count
}
