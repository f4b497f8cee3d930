import { namesOf } from '../../dom/class-name-hints.ts'
import {
  attributeOf,
  createText,
  findElement,
  firstElements,
  isElement,
  isText,
  rewriteTree,
  textOf,
  textOfNodes,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary'])
const MAX_HEADING = 300
const MAX_LEVELS_UP = 4
const MAX_SEARCHED_ELEMENTS = 60
/** Names of buttons that show a picture in full size. */
const ENLARGING_NAME = /lightbox|zoom|enlarge|expand|full-?screen|gallery|photo|picture|image|figure/i
/** Names of pictures that are only the sign of a button. */
const SIGN_NAME = /icon|logo|avatar|arrow|chevron|sprite|emoji/i
/** Minimum width in pixels of a picture that is content, in a button without such a name. */
const MIN_WIDTH = 200

/**
 * Takes content out of buttons, which later steps remove: pictures that a button enlarges, headings that fold the text
 * below them, links of letters, and names of folders.
 *
 * @param root the page's tree, changed in place
 * @param buttons all `button` elements of the page
 * @returns the number of removed buttons
 */
export function unwrapButtons(root: PageParent, buttons: readonly PageElement[]): number {
  const contents = new Map<PageNode, readonly PageNode[]>()
  for (const button of buttons) {
    const content = contentOf(button)
    if (content !== undefined) contents.set(button, content)
  }
  if (contents.size > 0) rewriteTree(root, (node) => contents.get(node) ?? node)
  return contents.size
}

function contentOf(button: PageElement): readonly PageNode[] | undefined {
  if (attributeOf(button, 'role') === 'tab') return undefined
  const around = boxesAround(button)
  if (isLinkInLetter(button, around) || isLabelOfList(button)) return inlineContent(button)
  if (isWordOfSentence(button, around)) return [...gapBefore(button), ...inlineContent(button)]
  const heading = around.find(({ tagName }) => HEADINGS.has(tagName))
  if (heading !== undefined) return isWholeHeading(button, heading) ? inlineContent(button) : undefined
  const pictures = picturesIn(button)
  if (pictures.length === 0) return undefined
  const isContent = around.some(({ tagName }) => tagName === 'figure') || isEnlarged(button, pictures)
  return isContent ? pictures : undefined
}

/** @returns whether a button is all text of a link in a table cell: letters, whose layout is tables, have buttons as links */
function isLinkInLetter(button: PageElement, [link, ...around]: readonly PageElement[]): boolean {
  if (link?.tagName !== 'a' || !/^https?:/i.test(attributeOf(link, 'href')?.trimStart() ?? '')) return false
  return around.some(({ tagName }) => tagName === 'td') && isWholeHeading(button, link)
}

/** @returns whether a button folds a list without links below it in the same item, such as the files of a folder */
function isLabelOfList(button: PageElement): boolean {
  const { parentNode } = button
  if (parentNode?.nodeName !== 'li' || textOf(button, MAX_HEADING + 1).trim() === '') return false
  const siblings = parentNode.childNodes.filter(isElement)
  const list = siblings[siblings.indexOf(button) + 1]
  if (list?.tagName !== 'ul' && list?.tagName !== 'ol') return false
  return findElement(list, ({ tagName }) => tagName === 'a') === undefined
}

/** Blocks of running text, and the elements in them around a word. */
const TEXT_BLOCKS = new Set(['p', 'li', 'td', 'dd', 'blockquote'])
const WORD_ELEMENTS = new Set(['span', 'em', 'strong', 'b', 'i', 'abbr', 'dfn', 'mark'])
/** Maximum length in characters of a term that a button explains, and of the text before and after it that is examined. */
const MAX_TERM = 60
const MAX_AROUND = 100
const MAX_SIBLINGS = 300
/** Matches the rest of a sentence after one of its words. */
const REST = /^\s*[\p{Ll}\p{Lo},.;:)!?’”]/u

/** @returns whether a button is a word in the middle of a sentence, such as a term that it explains */
function isWordOfSentence(button: PageElement, around: readonly PageElement[]): boolean {
  const term = textOf(button, MAX_TERM + 1)
  if (term.trim() === '' || term.length > MAX_TERM) return false
  const block = around.find(({ tagName }) => !WORD_ELEMENTS.has(tagName))
  if (block === undefined || !TEXT_BLOCKS.has(block.tagName)) return false
  let [before, rest]: [string, string] = ['', '']
  for (let at = button; at !== block; at = at.parentNode as PageElement) {
    const siblings = at.parentNode!.childNodes
    if (siblings.length > MAX_SIBLINGS) return false
    const place = siblings.indexOf(at)
    before = textOfNodes(siblings.slice(0, place), MAX_AROUND) + before
    rest += textOfNodes(siblings.slice(place + 1), MAX_AROUND)
  }
  return /[\p{L}\p{N}]/u.test(before) && REST.test(rest)
}

/** @returns the space that the edge of a button makes after a letter */
function gapBefore(button: PageElement): PageNode[] {
  const siblings = button.parentNode!.childNodes
  const before = siblings[siblings.indexOf(button) - 1]
  const hasGap = before !== undefined && isText(before) && /[\p{Script=Latin}\d]$/u.test(before.value)
  return hasGap && /^[\p{Script=Latin}\d]/u.test(textOf(button, MAX_TERM)) ? [createText(' ')] : []
}

/** @returns the content of a button, in which boxes become inline: a heading has no paragraphs */
function inlineContent(button: PageElement): readonly PageNode[] {
  for (const element of firstElements(button, MAX_SEARCHED_ELEMENTS))
    if (element.tagName === 'p' || element.tagName === 'div') element.tagName = element.nodeName = 'span'
  return button.childNodes
}

function boxesAround(button: PageElement): PageElement[] {
  const found: PageElement[] = []
  let parent: PageParent | null = button.parentNode
  while (parent !== null && isElement(parent) && found.length < MAX_LEVELS_UP) {
    found.push(parent)
    parent = parent.parentNode
  }
  return found
}

/** @returns whether a heading or a link consists of the button. Other buttons in headings are tools, such as "Copy link". */
function isWholeHeading(button: PageElement, heading: PageElement): boolean {
  const text = textOf(button, MAX_HEADING + 1).trim()
  return text !== '' && text.length <= MAX_HEADING && textOf(heading, MAX_HEADING + 50).trim() === text
}

/** @returns the outermost pictures in a button, without those that are only its sign */
function picturesIn(button: PageElement): PageElement[] {
  const inner = firstElements(button, MAX_SEARCHED_ELEMENTS)
  const outer = new Set<PageParent>(inner.filter(({ tagName }) => tagName === 'picture'))
  const found = inner.filter(
    ({ tagName, parentNode }) => tagName === 'picture' || (tagName === 'img' && !outer.has(parentNode!)),
  )
  return found.filter((picture) => !SIGN_NAME.test(`${namesOf(picture)} ${addressOf(picture)}`))
}

function isEnlarged(button: PageElement, pictures: readonly PageElement[]): boolean {
  const names = `${namesOf(button)} ${attributeOf(button, 'aria-label')?.slice(0, 100) ?? ''}`
  return ENLARGING_NAME.test(names) || pictures.some((picture) => Number(imageIn(picture, 'width')) >= MIN_WIDTH)
}

function addressOf(picture: PageElement): string {
  const address = imageIn(picture, 'src') ?? ''
  return address.startsWith('data:') ? '' : address.slice(-100)
}

function imageIn(picture: PageElement, name: string): string | undefined {
  const image = picture.tagName === 'img' ? picture : findElement(picture, ({ tagName }) => tagName === 'img')
  return image && attributeOf(image, name)
}
