import { ElementList } from '../dom/element-list.ts'
import { showTaskStates } from '../blocks/roles/task-states.ts'
import {
  attributeOf,
  createElement,
  createText,
  detachNode,
  isElement,
  isText,
  setChildren,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

/** Matches the first line of a callout of GitHub or Obsidian, such as `[!NOTE]` or `[!tip]- Title`. */
const CALLOUT = /^\s*\[!([\w-]{1,30})\][+-]?[ \t]*([^\n]{0,200})\n?/

/**
 * Gives the blocks of a rendered Markdown file the form that they have in articles: states of tasks as signs, callouts as
 * quotations with a title, and notes without the heading and the links that are for screen readers.
 *
 * @param tree the tree, changed in place
 */
export function tidyBlocks(tree: PageParent): void {
  const elements = new ElementList(tree)
  showTaskStates(elements)
  for (const quotation of elements.named('blockquote')) titleCallout(quotation)
  detachNode(tree, new Set(elements.all.filter(isForScreenReaders)))
}

/** @returns whether an element is the heading above the notes, or the link from a note back to its reference */
function isForScreenReaders(element: PageElement): boolean {
  return attributeOf(element, 'id') === 'footnote-label' || attributeOf(element, 'data-footnote-backref') !== undefined
}

function titleCallout(quotation: PageElement): void {
  const paragraph = quotation.childNodes.find(isElement)
  const [first, ...others] = paragraph?.childNodes ?? []
  if (paragraph?.tagName !== 'p' || first === undefined || !isText(first)) return
  const found = CALLOUT.exec(first.value)
  if (found === null) return
  const [line, kind = '', stated = ''] = found
  const title = stated.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()
  const rest = first.value.slice(line.length)
  setChildren(paragraph, [createText(rest), ...others])
  const titled = createElement('p', {}, [createElement('strong', {}, [createText(title)])])
  const isEmpty = rest.trim() === '' && others.length === 0
  setChildren(quotation, [titled, ...quotation.childNodes.filter((child) => !isEmpty || child !== paragraph)])
}
