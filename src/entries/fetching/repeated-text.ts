/** A page of which so much was on earlier pages is no further page. */
const MOSTLY = 0.8
/** Characters of a page that are looked at: this runs on the event loop, and the start of a page tells enough. */
const LOOKED_AT = 200_000

/** Remembers the blocks of text that were seen, to tell a page that only repeats earlier ones. */
export interface RepeatWatch {
  add(html: string): void
  /** @returns whether most of the text was seen before, or there is none */
  isRepeated(html: string): boolean
}

/** @returns a watch that has seen nothing; the HTML given to it must be sanitised already */
export function createRepeatWatch(): RepeatWatch {
  const seen = new Set<string>()
  return {
    add: (html) => {
      for (const block of blocksOf(html)) seen.add(block)
    },
    isRepeated: (html) => {
      const blocks = blocksOf(html)
      return lengthOf(blocks.filter((block) => seen.has(block))) >= lengthOf(blocks) * MOSTLY
    },
  }
}

function lengthOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0)
}

/** Texts between the ends of blocks, without markup and white space. */
function blocksOf(html: string): string[] {
  return html
    .slice(0, LOOKED_AT)
    .split(/<\/(?:p|h[1-6]|li|pre|td|blockquote|figcaption|div)>/)
    .map((block) => block.replaceAll(/<[^<>]*>|\s+/g, ''))
    .filter((block) => block !== '')
}
