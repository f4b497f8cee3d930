import { namesOf } from '../dom/class-name-hints.ts'
import {
  attributeOf,
  detachNode,
  elementsOf,
  firstElements,
  isElement,
  isText,
  rewriteTree,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'
import { saysTop } from './top-link.ts'

const PERMALINK_CLASS =
  /(?:^|[\s_-])(?:headerlink|header-?anchor|heading-?anchor|heading-?link|anchor(?:js)?(?:-?link)?|perma-?link|hash-?link|direct-?link|octicon-link|self-?link|editsection)(?=$|[\s_-])/i
/** Matches the text of permalinks: symbols, or only invisible characters. */
const PERMALINK_TEXT = /^(?:[\s#¶§∞]|🔗|\p{Cf})*$/u
/** Headings, terms and captions. Documentation generators such as Sphinx add permalinks to all of them. */
const HEADING_ELEMENTS = new Set('h1 h2 h3 h4 h5 h6 dt caption figcaption'.split(' '))
const MAX_PARTS = 50
/** Maximum number of nodes in a box that contains a heading and the mark beside it. */
const MAX_BESIDE = 7
/** Matches a text in brackets, such as the link `[edit]` in any language. */
const IN_BRACKETS = /^\[[^\]]{1,60}\]$/
/** Matches the link with which wikis let readers change a section, without brackets. */
const EDIT = /^(?:edit|bearbeiten|modifier|编辑|編輯|編集|편집)$/i
const EDIT_NAME = /(?:^|[\s_-])edit(?:-?(?:icon|link|section|button|btn))?(?=$|[\s_-])/i

/**
 * Removes permalinks from headings, terms and captions. A link around the whole heading that leads to the heading
 * itself is replaced by its text. A link to the top of the page is removed.
 *
 * @param elements all elements of the page, changed in place; their addresses are absolute
 * @param url the page's own address
 * @returns the number of removed permalinks and links
 */
export function dropHeadingPermalinks(elements: readonly PageElement[], url: string): number {
  const here = `${url.split('#', 1)[0]}#`
  let dropped = 0
  const headings = elements.filter(({ tagName }) => HEADING_ELEMENTS.has(tagName))
  for (const heading of headings.filter(hasFewElements)) {
    const before = dropped
    dropped += dropMarkBeside(heading) + dropLinkAround(heading, here)
    rewriteTree(heading, (node) => {
      if (!isElement(node)) return node
      const isSelf = node.tagName === 'a' && attributeOf(node, 'href')?.startsWith(here) === true
      if (!isSelf && !isMark(node)) return node
      dropped += 1
      return isMark(node) || saysTop(node) ? [] : node.childNodes
    })
    const last = heading.childNodes.at(-1)
    if (dropped > before && last !== undefined && isText(last)) last.value = last.value.trimEnd()
  }
  return dropped
}

/**
 * Removes the permalink or the link `[edit]` after a heading, in the box that contains both. Wikis and code hosts put them
 * there.
 *
 * @returns 1 if there was one, otherwise 0
 */
function dropMarkBeside(heading: PageElement): number {
  const siblings = heading.parentNode?.childNodes ?? []
  if (siblings.length > MAX_BESIDE) return 0
  const next = siblings.slice(siblings.indexOf(heading) + 1).find(isElement)
  // A mark without text may be the place to which links lead.
  if (next === undefined || textOf(next, 1) === '' || !isMark(next)) return 0
  detachNode(heading.parentNode!, new Set([next]))
  return 1
}

/**
 * Replaces a link around nothing but the heading by the heading, if it leads to a place of the page or is named as its
 * permalink. A box with nothing but a link would be lost, and the heading with it.
 *
 * @returns 1 if there was one, otherwise 0
 */
function dropLinkAround(heading: PageElement, here: string): number {
  const link = heading.parentNode
  if (link === null || !isElement(link) || link.tagName !== 'a' || link.parentNode === null) return 0
  const isPermalink = attributeOf(link, 'href')?.startsWith(here) === true || PERMALINK_CLASS.test(namesOf(link))
  if (!isPermalink || link.childNodes.some((node) => node !== heading && !isBlank(node))) return 0
  const around = link.parentNode
  const id = attributeOf(link, 'id')
  if (id !== undefined && attributeOf(heading, 'id') === undefined) setAttribute(heading, 'id', id)
  setChildren(
    around,
    around.childNodes.map((node) => (node === link ? heading : node)),
  )
  return 1
}

function isBlank(node: PageNode): boolean {
  return isText(node) && node.value.trim() === ''
}

/**
 * @returns false for headings with many elements. Such headings are skipped, because headings within headings could
 * otherwise take quadratic time.
 */
function hasFewElements(heading: PageElement): boolean {
  return firstElements(heading, MAX_PARTS + 1).length <= MAX_PARTS
}

function isMark(element: PageElement): boolean {
  if (element.tagName !== 'a' && element.tagName !== 'span') return false
  const text = textOf(element, 100).trim()
  const isBare = PERMALINK_TEXT.test(text) && elementsOf(element).every(({ tagName }) => tagName !== 'img')
  if (element.tagName === 'a' && isBare) return attributeOf(element, 'href')?.includes('#') === true
  if (EDIT.test(text) && EDIT_NAME.test(namesOf(element))) return true
  return PERMALINK_CLASS.test(namesOf(element)) && (isBare || IN_BRACKETS.test(text.replaceAll(/\s+/g, ' ')))
}
