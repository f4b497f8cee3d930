import type { ElementList } from '../../dom/element-list.ts'
import {
  attributeOf,
  createElement,
  createText,
  detachNode,
  findElement,
  isElement,
  setChildren,
  textOf,
  type PageElement,
  type PageParent,
} from '../../dom/page-tree.ts'

/** Matches the class names that Tumblr gives to the author of a part of a post and to that part. */
const HEAD_NAME = /(?:^|\s)reblog-header(?=$|\s)/
const PART_NAME = /(?:^|\s)reblog-content(?=$|\s)/
/** Matches the class names of the list of users who liked a post, and of its entries. */
const NOTES_NAME = /(?:^|\s)notes(?=$|\s)/
const NOTE_NAME = /(?:^|\s)note (?:.{0,100} )?(?:like|reblog|reply)(?=$|\s)/
const MAX_NAME = 60
/** Maximum number of nodes beside a part. In a longer sequence, the search for its place would be slow. */
const MAX_SIBLINGS = 2000

/**
 * Turns the parts of a post of Tumblr, which several users wrote one after the other, into quotations with their authors, and
 * removes the list of users who liked the post.
 *
 * @param root the tree of the page, changed in place
 * @returns the number of these parts and lists
 */
export function quoteReblogs(root: PageParent, elements: ElementList): number {
  const lists = elements.withClass(NOTES_NAME).filter(isListOfNotes)
  detachNode(root, new Set(lists))
  const heads = elements.withClass(HEAD_NAME)
  return lists.length + heads.filter(quotePart).length
}

function isListOfNotes(list: PageElement): boolean {
  const first = list.childNodes.find(isElement)
  return (
    first !== undefined && first.tagName === 'li' && NOTE_NAME.test(attributeOf(first, 'class')?.slice(0, 300) ?? '')
  )
}

/** Writes the name of an author above the part of a post, which becomes a quotation. @returns whether there is one */
function quotePart(head: PageElement): boolean {
  const nodes = head.parentNode?.childNodes ?? []
  if (nodes.length > MAX_SIBLINGS) return false
  const siblings = nodes.filter(isElement)
  const part = siblings[siblings.indexOf(head) + 1]
  if (part === undefined || !PART_NAME.test(attributeOf(part, 'class') ?? '')) return false
  const name = textOf(head, MAX_NAME).trim()
  if (name === '') return false
  const link = findElement(head, ({ tagName }) => tagName === 'a')
  const href = link && attributeOf(link, 'href')
  const author = href === undefined ? createText(name) : createElement('a', { href }, [createText(name)])
  head.tagName = head.nodeName = 'p'
  part.tagName = part.nodeName = 'blockquote'
  for (const element of [head, part]) element.attrs = []
  setChildren(head, [author, createText(':')])
  return true
}
