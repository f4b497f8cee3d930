import { markdownBlocks } from './markdown-blocks.ts'
import { readBlocks } from './read-blocks.ts'

/**
 * @param content the sanitised HTML of an article
 * @returns the article as CommonMark, with the tables and strikethrough of GFM
 * @throws TooLargeError above 200,000 elements
 */
export function toMarkdown(content: string): string {
  return markdownBlocks(readBlocks(content))
}
