import {
  attributeOf,
  elementsOf,
  findElement,
  isElement,
  isText,
  nodesOf,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { isHidden } from '../find/find-clutter.ts'
import { isBlock, measureTree, type MeasuresOf } from '../dom/text-measures.ts'
import { isAuthorLink, postAuthors, postTime, type PostElement } from './post-head.ts'
import { ancestorsOf, boxesAround, countInside, repeatedElements } from './repeated-elements.ts'
import { removePostControls } from './remove-post-controls.ts'
import { lettersOf, shortenQuotes } from './shorten-quotes.ts'
import { childrenOf, checkedPost, type FlatPost, type Thread } from './thread.ts'

const MIN_POSTS = 2
/** Maximum number of kinds of elements that are examined. Those with the least text are left out. */
const MAX_KINDS = 20
/** Minimum share of the page's text outside of links that must be in the posts. */
const MIN_SHARE = 0.4
/** Minimum share of the posts that must have an author. */
const MIN_WITH_AUTHOR = 0.8
/**
 * An element inside another one contains the text of the posts if it has at least this share of the other's text. The
 * other one also contains text about the post.
 */
const MIN_INNER = 0.8
/** A text of at least this number of characters is part of a paragraph, not a label. */
const PARAGRAPH = 80
/** Number of letters and digits at the start of two texts that must be equal. */
const MIN_EQUAL = 40
const HEADING = /^h[1-6]$/
/** Elements whose text is not part of a page's text. */
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'textarea', 'select', 'button', 'nav', 'footer'])

/** Texts in the metadata of a page; empty if it has none. */
export interface StatedTexts {
  readonly title: string
  /** On many forums, the start of the first post. */
  readonly description: string
}

/**
 * Finds the posts of a discussion whose software is unknown, because their texts are in elements with equal classes.
 * Each has an author outside of its text, and they follow directly after the title and are most of the page's text.
 *
 * @param page the tree of a page that is a discussion according to its data or its address
 * @param stated title and description of the page
 * @returns the thread in the order of the page; undefined if the page has no such elements, or if it is unclear
 * which text is the first post
 */
export function repeatedPosts(page: PageParent, stated: StatedTexts): Thread | undefined {
  const measures = measureTree(page, new Set(elementsOf(page).filter(({ tagName }) => SKIPPED.has(tagName))))
  const length = (node: PageParent): number => plainText(node, measures)
  const kinds = repeatedElements(page, (element) => length(element) > 0, MIN_POSTS)
  const candidates = kinds
    .map((bodies) => ({ bodies, total: bodies.reduce((sum, body) => sum + length(body), 0) }))
    .filter(({ total }) => total >= MIN_SHARE * length(page))
    .toSorted((one, other) => other.total - one.total)
    .slice(0, MAX_KINDS)
  const most = candidates.find(({ bodies }) => areMostlySigned(postsOf(bodies)))
  const inner = candidates.findLast(
    ({ bodies, total }) => most !== undefined && total >= MIN_INNER * most.total && areMostlySigned(postsOf(bodies)),
  )
  return inner && threadOf(postsOf(inner.bodies), page, stated)
}

/** @returns the text outside of links, in characters */
function plainText(node: PageParent, measures: MeasuresOf): number {
  const measured = measures.get(node)
  return measured === undefined ? 0 : measured.text - measured.links
}

/**
 * @returns the posts with these texts. The box around a text contains no other of the texts; those of the first and the
 * last post are not larger than the others, which would include other parts of the page.
 */
function postsOf(bodies: readonly PageElement[]): PostElement[] {
  const boxes = boxesAround(bodies)
  const levels = bodies.map((body, index) => [body, ...ancestorsOf(body)].indexOf(boxes[index]!))
  const usual = levels.toSorted((one, other) => one - other)[Math.floor((levels.length - 1) / 2)]!
  return bodies.map((body, index) => ({ body, box: [body, ...ancestorsOf(body)][Math.min(levels[index]!, usual)]! }))
}

function areMostlySigned(posts: readonly PostElement[]): boolean {
  return postAuthors(posts).filter((author) => author !== undefined).length >= MIN_WITH_AUTHOR * posts.length
}

function threadOf(
  posts: readonly PostElement[],
  page: PageParent,
  { title, description }: StatedTexts,
): Thread | undefined {
  const paragraphs = startsWith(posts[0]!.body, description) ? [] : paragraphsBefore(posts[0]!.body, page, title)
  const first = paragraphs.length === 0 ? [] : firstPost(paragraphs, posts[0]!.body, description)
  if (first === undefined || areTeasers(posts)) return undefined
  const [start, ...replies] = [...readPosts(first), ...readPosts(posts)]
  shortenQuotes([start!.body, ...replies.map(({ body }) => body)])
  return { start: start!, posts: replies }
}

function readPosts(posts: readonly PostElement[]): FlatPost[] {
  const authors = posts.length === 0 ? [] : postAuthors(posts)
  for (const { body } of posts) removePostControls(body)
  return posts.map((post, index) =>
    checkedPost({ author: authors[index], publishedAt: postTime(post), body: childrenOf(post.body) }, 0),
  )
}

/** @returns whether the description of a page is the start of a text, as on many forums */
function startsWith(body: PageElement, description: string): boolean {
  const start = lettersOf(description).slice(0, MIN_EQUAL)
  return start.length === MIN_EQUAL && lettersOf(textOf(body, 1000)).startsWith(start)
}

/** @returns whether most posts have a linked heading of their own, as teasers for other pages have */
function areTeasers(posts: readonly PostElement[]): boolean {
  const headings = new Set(posts.map(linkedHeading).filter((text) => text !== ''))
  return headings.size > posts.length / 2
}

/** @returns the text of the heading with a link to another page than that of the author; empty if there is none */
function linkedHeading({ box, body }: PostElement): string {
  const inside = new Set(elementsOf(body))
  const heading = findElement(box, (one) => HEADING.test(one.tagName) && !inside.has(one))
  const link = heading && [...elementsOf(heading), ...ancestorsOf(heading)].find(isLink)
  return link === undefined || isAuthorLink(link) ? '' : textOf(heading!, 200).trim()
}

const isLink = (element: PageElement): boolean => element.tagName === 'a' && attributeOf(element, 'href') !== undefined

/** @returns the paragraphs between the title and the first reply */
function paragraphsBefore(reply: PageElement, page: PageParent, title: string): PageNode[] {
  const nodes = nodesOf(page)
  const before = nodes.slice(0, nodes.indexOf(reply))
  const heading = before.findLastIndex((node) => isElement(node) && isTitle(node, title))
  return before.slice(heading + 1).filter(isParagraph)
}

function isTitle(element: PageElement, title: string): boolean {
  if (element.tagName === 'h1') return true
  const letters = HEADING.test(element.tagName) ? lettersOf(textOf(element, 500)) : ''
  return letters !== '' && letters === lettersOf(title)
}

function isParagraph(node: PageNode): boolean {
  if (!isText(node) || node.value.trim().length < PARAGRAPH) return false
  return !ancestorsOf(node).some((one) => SKIPPED.has(one.tagName) || isLink(one) || isHidden(one))
}

/**
 * @param paragraphs the paragraphs between the title and the first reply
 * @returns the first post, whose element is of another kind than those of the replies; undefined if no element with an
 * author or with the description of the page contains all these paragraphs
 */
function firstPost(
  paragraphs: readonly PageNode[],
  reply: PageElement,
  description: string,
): [PostElement] | undefined {
  const replies = new Set(ancestorsOf(reply))
  const around = ancestorsOf(paragraphs[0]!).filter((one) => !replies.has(one))
  const counts = countInside(paragraphs)
  const body = around.find((one) => isBlock(one) && one.tagName !== 'p' && counts.get(one) === paragraphs.length)
  if (body === undefined) return undefined
  const post = { body, box: around.at(-1)! }
  return startsWith(body, description) || postAuthors([post])[0] !== undefined ? [post] : undefined
}
