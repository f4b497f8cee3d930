import type { PageElement, PageParent } from '../dom/page-tree.ts'
import { ancestorsOf } from '../dom/select-elements.ts'
import { bodyOfItem, headOfItem, microdataItems, textElementsOf, type MicrodataItem } from './microdata-items.ts'
import { textLengths } from './page-text.ts'
import { removePostControls } from './remove-post-controls.ts'
import { shortenQuotes } from './shorten-quotes.ts'
import { checkedPost, type FlatPost, type Thread } from './thread.ts'

/** The type of a thread's first post, also part of the address in `itemtype`. */
export const DISCUSSION_TYPE = 'DiscussionForumPosting'
/** Types of the other posts. `UserComments` is the former name of `Comment`. */
const REPLY_TYPES = new Set(['Comment', 'UserComments', 'Answer'])
/**
 * Minimum share of the page's text outside of links that must be in the posts. If it is lower, the discussion is a
 * small part of the page, such as a teaser.
 */
const MIN_SHARE = 0.25

/**
 * Reads a discussion from schema.org microdata, which many forums contain for search engines, whatever their software.
 *
 * @param page the page's tree, changed in place
 * @returns the thread; undefined if the page describes no discussion, or several, such as a list of threads
 */
export function microdataDiscussion(page: PageParent): Thread | undefined {
  const items = microdataItems(page)
  const [discussion, second] = items.filter(({ type }) => type === DISCUSSION_TYPE)
  if (discussion === undefined || second !== undefined || textElementsOf(discussion).length === 0) return undefined
  const replies = items.filter(isReply)
  const texts = new Set([discussion, ...replies].flatMap(textElementsOf))
  const length = textLengths(page)
  const outermost = [...texts].filter((text) => !isInside(text, texts))
  const total = outermost.reduce((sum, text) => sum + length(text), 0)
  if (total < MIN_SHARE * length(page)) return undefined
  // A reply inside the text of another post is already part of that text.
  const separate = replies.filter((reply) => !textElementsOf(reply).some((text) => isInside(text, texts)))
  for (const text of outermost) removePostControls(text)
  const [start, posts] = [{ ...headOfItem(discussion), body: bodyOfItem(discussion) }, separate.map(replyOf)]
  shortenQuotes([start.body, ...posts.map(({ body }) => body)])
  return { start, posts }
}

function isReply({ type }: MicrodataItem): boolean {
  return type !== undefined && REPLY_TYPES.has(type)
}

function isInside(element: PageElement, others: ReadonlySet<PageElement>): boolean {
  return ancestorsOf(element).some((ancestor) => others.has(ancestor))
}

function replyOf(reply: MicrodataItem): FlatPost {
  return checkedPost({ ...headOfItem(reply), body: bodyOfItem(reply) }, depthOf(reply))
}

/** @returns the number of replies that contain a reply */
function depthOf(reply: MicrodataItem): number {
  let depth = 0
  for (let { parent } = reply; parent !== undefined; { parent } = parent) if (isReply(parent)) depth += 1
  return depth
}
