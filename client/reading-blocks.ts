import { spanOf, type TextSpan } from './models/text-offsets.ts'

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, dt, dd, blockquote, pre, figure, tr, summary'

/** A paragraph, heading, list item, table row or picture of an article. */
export interface ReadingBlock {
  readonly element: HTMLElement
  /** the part of the article's text that belongs to the block, without the blocks inside of it */
  readonly span: TextSpan
  readonly text: string
}

/**
 * @param article the element with the text of the article
 * @returns its blocks in order. A box that only contains other blocks, such as a quote of two paragraphs, is left out.
 */
export function readingBlocks(article: Element): ReadingBlock[] {
  const elements = [...article.querySelectorAll<HTMLElement>(BLOCKS)].filter((one) => one.checkVisibility())
  return elements.flatMap((element, index) => {
    const next = elements[index + 1]
    const range = document.createRange()
    range.selectNodeContents(element)
    if (next && element.contains(next)) range.setEndBefore(next)
    const text = range.toString()
    const hasPicture =
      element.tagName === 'FIGURE' || (element.tagName === 'P' && element.querySelector('img') !== null)
    const span = spanOf(article, range)
    return span && (text.trim() !== '' || hasPicture) ? [{ element, span, text }] : []
  })
}
