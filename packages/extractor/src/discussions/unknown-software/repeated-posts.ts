import { attributeOf, elementsOf, findElement, textOf, type PageElement, type PageParent } from '../../dom/page-tree.ts'
import { ancestorsOf } from '../../dom/select-elements.ts'
import { firstPostAbove, type StatedTexts } from './first-post.ts'
import { textLengths } from '../page-text.ts'
import { isAuthorMark, postAuthors, postTime, type PostElements } from './post-head.ts'
import { removePostControls } from '../remove-post-controls.ts'
import { boxesAround, repeatedElements, withVariants } from './repeated-elements.ts'
import { shortenQuotes } from '../shorten-quotes.ts'
import { childrenOf, checkedPost, type FlatPost, type Thread } from '../thread.ts'

const MIN_POSTS = 2
/** Maximum number of posts. Further ones are left out. */
const MAX_POSTS = 2000
/** Maximum number of kinds of elements that are examined. Kinds with less text are ignored. */
const MAX_KINDS = 20
/** Minimum share of the page's text outside of links that must be in the posts. */
const MIN_SHARE = 0.4
/** Minimum share of the posts that must have an author. */
const MIN_WITH_AUTHOR = 0.8
/**
 * Elements inside the ones with most text are the bodies of the posts if they have at least this share of that text.
 * The rest is text about the posts.
 */
const MIN_INNER = 0.8

/** What is known about the page. */
export interface PageOfPosts {
  readonly language: string | undefined
  readonly stated: StatedTexts
  /** true if only the address says that the page is a discussion, and its metadata declare an article */
  readonly mayBeArticle: boolean
}

/**
 * Finds the posts of a discussion whose software is unknown, because their texts are in elements with equal classes.
 * At least 80 % have an author outside of the text, and they follow directly after the title and are most of the page's
 * text.
 *
 * @param page the tree of a page that is a discussion according to its data or its address; changed in place
 * @returns the thread in the order of the page; undefined if the page has no such elements, or if it is unclear
 * which text is the first post
 */
export function repeatedPosts(page: PageParent, facts: PageOfPosts): Thread | undefined {
  const bodies = bodiesOfPosts(page)
  const posts = bodies && postsOf(bodies)
  if (posts === undefined || areTeasers(posts)) return undefined
  const first = firstPostAbove(bodies![0]!, page, facts.stated)
  // Posts below the text of an article are the comments of readers.
  if (first === undefined || (first !== 'none' && facts.mayBeArticle)) return undefined
  const above = first === 'none' ? [] : readPosts([first], facts.language)
  const [start, ...replies] = [...above, ...readPosts(posts, facts.language)]
  shortenQuotes([start!.body, ...replies.map(({ body }) => body)])
  return { start: start!, posts: replies }
}

/** @returns the elements with the texts of the posts; undefined if there are none */
function bodiesOfPosts(page: PageParent): readonly PageElement[] | undefined {
  const length = textLengths(page)
  const hasText = (element: PageElement): boolean => length(element) > 0
  const candidates = repeatedElements(page, hasText, MIN_POSTS)
    .map((bodies) => ({ bodies, total: bodies.reduce((sum, body) => sum + length(body), 0) }))
    .filter(({ total }) => total >= MIN_SHARE * length(page))
    .toSorted((one, other) => other.total - one.total)
    .slice(0, MAX_KINDS)
  const most = candidates.find(({ bodies }) => areMostlySigned(bodies))
  if (most === undefined) return undefined
  const inner = candidates.findLast(
    ({ bodies, total }) => total >= MIN_INNER * most.total && areInside(bodies, most.bodies) && areMostlySigned(bodies),
  )!
  const all = withVariants(page, inner.bodies, hasText)
  return (areMostlySigned(all) ? all : inner.bodies).slice(0, MAX_POSTS)
}

/** @returns whether each element is the corresponding outer one or inside it */
function areInside(elements: readonly PageElement[], outer: readonly PageElement[]): boolean {
  if (elements.length !== outer.length) return false
  return elements.every((element, index) => [element, ...ancestorsOf(element)].includes(outer[index]!))
}

/**
 * @returns the posts with these texts. The box around a text contains no other of the texts, and no box is more levels
 * above its text than the median: that of the first or last post would include other parts of the page.
 */
function postsOf(bodies: readonly PageElement[]): PostElements[] {
  const boxes = boxesAround(bodies)
  const levels = bodies.map((body, index) => [body, ...ancestorsOf(body)].indexOf(boxes[index]!))
  const usual = levels.toSorted((one, other) => one - other)[Math.floor((levels.length - 1) / 2)]!
  return bodies.map((body, index) => ({ body, box: [body, ...ancestorsOf(body)][Math.min(levels[index]!, usual)]! }))
}

function areMostlySigned(bodies: readonly PageElement[]): boolean {
  const posts = postsOf(bodies.slice(0, MAX_POSTS))
  return postAuthors(posts).filter((author) => author !== undefined).length >= MIN_WITH_AUTHOR * posts.length
}

function readPosts(posts: readonly PostElements[], language: string | undefined): FlatPost[] {
  const authors = postAuthors(posts)
  for (const { body } of posts) removePostControls(body)
  return posts.map((post, index) =>
    checkedPost({ author: authors[index], publishedAt: postTime(post, language), body: childrenOf(post.body) }, 0),
  )
}

/** @returns whether most posts have a linked heading of their own, as teasers for other pages have */
function areTeasers(posts: readonly PostElements[]): boolean {
  const headings = new Set(posts.map(linkedHeading).filter((text) => text !== ''))
  return headings.size > posts.length / 2
}

/** @returns the text of the heading with a link that leads neither to the author nor to the post; empty if there is none */
function linkedHeading({ box, body }: PostElements): string {
  const inside = new Set(elementsOf(body))
  const heading = findElement(box, (one) => /^h[1-6]$/.test(one.tagName) && !inside.has(one))
  if (heading === undefined) return ''
  const around = [heading, ...elementsOf(heading), ...ancestorsOf(heading)]
  const link = around.find((one) => one.tagName === 'a' && attributeOf(one, 'href') !== undefined)
  const isOwn = link === undefined || isAuthorMark(link) || attributeOf(link, 'href')!.includes('#')
  return isOwn ? '' : textOf(heading, 200).trim()
}
