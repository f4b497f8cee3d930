import { mapArticle } from './article-map.ts'
import { isReadingBlock } from './reading-blocks.ts'

/**
 * @param content sanitised content
 * @param share position in the whole text, from 0 to 1
 * @returns the number of the block at this position
 */
export function blockAtShare(content: string, share: number): number {
  const { text, elements } = mapArticle(content)
  return elements.filter(({ name, end }) => isReadingBlock(name) && end < share * text.length).length
}
