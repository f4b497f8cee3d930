import { isElement, isText, nodesOf, type PageParent } from '../src/dom/page-tree.ts'
import { parseHtmlFragment } from '../src/dom/parse-page.ts'

const BLOCK =
  /^(?:address|article|aside|blockquote|br|caption|d[dlt]|details|div|fig\w+|footer|form|h\d|header|hr|li|main|nav|ol|p|pre|section|t(?:able|body|d|foot|h|head|r)|ul|video)$/
const UNSEEN = /^(?:head|iframe|math|noscript|script|select|style|svg|template|textarea)$/

/**
 * @param content HTML that an extractor returned
 * @param hasCaptions whether to include the captions of pictures
 * @returns its text, with line breaks between blocks
 */
export function contentText(content: string, hasCaptions: boolean): string {
  const tree = parseHtmlFragment(content)
  const left = new Set<PageParent>()
  const isLeft = (name: string): boolean => UNSEEN.test(name) || (!hasCaptions && name === 'figcaption')
  let text = ''
  for (const node of nodesOf(tree)) {
    const isInLeft = node.parentNode !== null && left.has(node.parentNode)
    if (isElement(node) && (isInLeft || isLeft(node.tagName))) left.add(node)
    if (isElement(node) && BLOCK.test(node.tagName)) text += '\n'
    if (isText(node) && !isInLeft) text += node.value
  }
  return text
}
