import {
  findElement,
  isElement,
  isText,
  nodesOf,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'
import { ancestorsOf } from '../../dom/select-elements.ts'
import { isBlock } from '../../dom/text-measures.ts'
import { isSkipped } from '../page-text.ts'
import { isAuthorMark, postAuthors, type PostElements } from './post-head.ts'
import { countInside } from './repeated-elements.ts'
import { lettersOf } from '../shorten-quotes.ts'

/** Texts in the metadata of a page; empty if it has none. */
export interface StatedTexts {
  readonly title: string
  /** On many forums, the start of the first post. */
  readonly description: string
}

/** Number of letters and digits at the start of two texts that are compared. */
const COMPARED_LETTERS = 40
/** A text of at least this length is a paragraph, not a label. Letters of Chinese, Japanese and Korean count twice. */
const MIN_PARAGRAPH = 80
/** Minimum length of a sentence. A shorter text is a label. */
const MIN_SENTENCE = 20
const HEADING = /^h[1-6]$/
/** Parts of a text. The body of a post is an element around them. */
const PARTS = new Set(['p', 'li', 'ul', 'ol', 'blockquote', 'pre', 'td', 'tr', 'table'])

/**
 * Decides whether the first of several repeated posts opens the discussion, or a text above it.
 *
 * @param reply the text of the first repeated post
 * @returns the first post if its elements are of another kind; `none` if the repeated posts contain it; undefined if
 * that is unclear, because there is other text between the title and the repeated posts
 */
export function firstPostAbove(
  reply: PageElement,
  page: PageParent,
  stated: StatedTexts,
): PostElements | 'none' | undefined {
  if (startsWith(reply, stated.description)) return 'none'
  const paragraphs = paragraphsBefore(reply, page, stated.title)
  if (paragraphs.length === 0) return 'none'
  const replies = new Set(ancestorsOf(reply))
  const around = [paragraphs[0]!, ...ancestorsOf(paragraphs[0]!)].filter((one) => !replies.has(one))
  const counts = countInside(paragraphs)
  const bodies = possibleBodies(around.filter((one) => counts.get(one) === paragraphs.length))
  const stating = bodies.findLast((one) => startsWith(one, stated.description))
  const body = stating ?? bodies.at(-1)
  if (body === undefined) return undefined
  const post = { body, box: around.at(-1)! }
  return stating !== undefined || postAuthors([post])[0] !== undefined ? post : undefined
}

/**
 * @param around a text's block and the elements around it, the innermost first
 * @returns those that contain only the text, neither the author nor the title of the post
 */
function possibleBodies(around: readonly PageElement[]): PageElement[] {
  const boxes = around.filter((one) => isBlock(one) && !PARTS.has(one.tagName))
  const end = boxes.findIndex((one) => findElement(one, isHead) !== undefined)
  return end === -1 ? boxes : boxes.slice(0, end)
}

function isHead(element: PageElement): boolean {
  return element.tagName === 'h1' || element.tagName === 'time' || isAuthorMark(element)
}

/** @returns whether the description of a page is the start of a text, as on many forums */
function startsWith(body: PageElement, description: string): boolean {
  const start = lettersOf(description).slice(0, COMPARED_LETTERS)
  return start.length === COMPARED_LETTERS && lettersOf(textOf(body, 1000)).startsWith(start)
}

/** @returns the blocks with a paragraph or a sentence between the title and the first reply */
function paragraphsBefore(reply: PageElement, page: PageParent, title: string): PageElement[] {
  const nodes = nodesOf(page)
  const before = nodes.slice(0, nodes.indexOf(reply))
  const heading = before.findLastIndex((node) => isElement(node) && isTitle(node, title))
  const blocks = new Map<PageElement, string>()
  for (const node of before.slice(heading + 1)) {
    const block = isText(node) && node.value.trim() !== '' ? blockAround(node) : undefined
    if (block !== undefined && isText(node)) blocks.set(block, `${blocks.get(block) ?? ''}${node.value}`)
  }
  return [...blocks].filter(([, text]) => isParagraph(text)).map(([block]) => block)
}

/** @returns the innermost block around a text; undefined if the text is hidden or part of a link or control */
function blockAround(text: PageNode): PageElement | undefined {
  const around = ancestorsOf(text)
  const isLeftOut = around.some((one) => one.tagName === 'a' || isSkipped(one) || HEADING.test(one.tagName))
  return isLeftOut ? undefined : around.find(isBlock)
}

function isParagraph(text: string): boolean {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const length =
    line.length + (line.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0)
  return length >= MIN_PARAGRAPH || (length >= MIN_SENTENCE && /[?!。？！]$/.test(line))
}

/** @returns whether a heading starts with the title. The name of the site may follow. */
function isTitle(element: PageElement, title: string): boolean {
  if (element.tagName === 'h1') return true
  const letters = HEADING.test(element.tagName) ? lettersOf(textOf(element, 500)) : ''
  return letters !== '' && title !== '' && letters.startsWith(lettersOf(title))
}
