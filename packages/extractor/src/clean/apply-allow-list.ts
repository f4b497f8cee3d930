import { html as names } from 'parse5'
import { ALLOWED_ELEMENTS, DROPPED_ELEMENTS, RENAMED_ELEMENTS } from './allow-list.ts'
import { allowedAttributes } from './attribute-rules.ts'
import { dropUnlinkedPlaces } from './unlinked-places.ts'
import { pruneMathml } from './mathml-rules.ts'
import {
  attributeOf,
  createText,
  isElement,
  isText,
  rewriteTree,
  setAttribute,
  type PageElement,
  type PageNode,
  type PageParent,
  type PageText,
} from '../dom/page-tree.ts'
import { videoLink } from '../blocks/embeds/video-link.ts'

/** Elements that are kept even if they are empty. */
const MEANINGFUL_WHEN_EMPTY = new Set('audio br col colgroup hr img source td th tr video wbr'.split(' '))

/**
 * Reduces a tree to the elements and attributes of the allow lists for HTML and for formulas. Comments and dangerous
 * elements are removed with their contents, unknown elements are replaced by their contents, and empty elements are
 * removed.
 *
 * @param root the tree, changed in place
 */
export function applyAllowList(root: PageParent): void {
  rewriteTree(root, pruneNode)
  dropUnlinkedPlaces(root)
}

function pruneNode(node: PageNode): PageNode | readonly PageNode[] {
  if (isText(node)) return prunedText(node)
  if (!isElement(node)) return []
  if (node.namespaceURI === names.NS.MATHML) return pruneMathml(node)
  if (node.namespaceURI !== names.NS.HTML) return []
  if (node.tagName === 'iframe') return pruneFrame(node)
  if (DROPPED_ELEMENTS.has(node.tagName)) return []
  const renamed = RENAMED_ELEMENTS.get(node.tagName) ?? node.tagName
  return Object.hasOwn(ALLOWED_ELEMENTS, renamed) ? pruneElement(node, renamed) : node.childNodes
}

function prunedText(node: PageText): PageNode | readonly PageNode[] {
  const value = node.value.toWellFormed().replaceAll('\0', '')
  if (value === node.value && value !== '') return node
  return value === '' ? [] : createText(value)
}

function pruneFrame(frame: PageElement): readonly PageNode[] {
  const link = videoLink(frame)
  if (link === undefined) return []
  for (const anchor of link.childNodes.filter(isElement)) completeLink(anchor)
  return [link]
}

function pruneElement(element: PageElement, tagName: string): PageNode | readonly PageNode[] {
  element.tagName = element.nodeName = tagName
  element.attrs = allowedAttributes(tagName, element.attrs)
  if (tagName === 'source' && !isInPlayer(element)) return []
  if (tagName === 'img') return completeImage(element) ? element : []
  if (isEmpty(element)) return element.childNodes
  if (tagName === 'a' && !completeLink(element)) return element.childNodes
  if (tagName === 'audio' || tagName === 'video') completePlayer(element)
  if (tagName === 'pre') trimFirstLine(element)
  return element
}

function isInPlayer({ parentNode }: PageElement): boolean {
  return parentNode?.nodeName === 'audio' || parentNode?.nodeName === 'video'
}

/**
 * @returns whether an element contains nothing or only white space. The caller replaces the element by the white space,
 * which may separate two words.
 */
function isEmpty(element: PageElement): boolean {
  if (MEANINGFUL_WHEN_EMPTY.has(element.tagName)) return false
  return element.childNodes.every((child) => isText(child) && /^[\t\n\f\r ]*$/.test(child.value))
}

/** Sets the `rel` attribute of a link. @returns whether the link has a valid target */
function completeLink(link: PageElement): boolean {
  if (attributeOf(link, 'href') === undefined) return false
  setAttribute(link, 'rel', 'noopener noreferrer')
  return true
}

/**
 * Sets the standard attributes of an image.
 * @returns whether to keep it. Images one pixel wide or high only track readers.
 */
function completeImage(image: PageElement): boolean {
  const tiny = ['width', 'height'].some((side) => ['0', '1'].includes(attributeOf(image, side) ?? ''))
  if (tiny || (attributeOf(image, 'src') ?? attributeOf(image, 'srcset')) === undefined) return false
  setAttribute(image, 'alt', attributeOf(image, 'alt') ?? '')
  setAttribute(image, 'loading', 'lazy')
  setAttribute(image, 'referrerpolicy', 'no-referrer')
  return true
}

function completePlayer(player: PageElement): void {
  setAttribute(player, 'controls', '')
  setAttribute(player, 'preload', 'none')
}

/**
 * Removes line breaks directly after `<pre>`. A parser drops the first one, so the text would change each time it is
 * parsed.
 */
function trimFirstLine(pre: PageElement): void {
  const first = pre.childNodes[0]
  if (first !== undefined && isText(first)) first.value = first.value.replace(/^\n+/, '')
}
