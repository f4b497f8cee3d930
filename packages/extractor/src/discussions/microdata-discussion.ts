import type { PageParent } from '../dom/page-tree.ts'
import { headOfItem, microdataItems, textOfItem, type MicrodataItem } from './microdata-items.ts'
import { removePostControls } from './remove-post-controls.ts'
import { shortenQuotes } from './shorten-quotes.ts'
import { childrenOf, checkedPost, type FlatPost, type Thread } from './thread.ts'

/** The type of a thread's first post, also part of the address in `itemtype`. */
export const DISCUSSION_TYPE = 'DiscussionForumPosting'
/** Types of the other posts. `UserComments` is the former name of `Comment`. */
const REPLY_TYPES = new Set(['Comment', 'UserComments', 'Answer'])

/**
 * Reads a discussion from schema.org microdata, which many forums contain for search engines, whatever their software.
 *
 * @param page the page's tree
 * @returns the thread; undefined if the page describes no discussion, or several, such as a list of threads
 */
export function microdataDiscussion(page: PageParent): Thread | undefined {
  const items = microdataItems(page)
  const [discussion, second] = items.filter(({ type }) => type === DISCUSSION_TYPE)
  const text = discussion && textOfItem(discussion)
  if (discussion === undefined || second !== undefined || text === undefined) return undefined
  removePostControls(text)
  const posts = items.filter(isReply).map(replyOf)
  shortenQuotes([text.childNodes, ...posts.map(({ body }) => body)])
  return { start: { ...headOfItem(discussion), body: childrenOf(text) }, posts }
}

function isReply({ type }: MicrodataItem): boolean {
  return type !== undefined && REPLY_TYPES.has(type)
}

function replyOf(reply: MicrodataItem): FlatPost {
  const text = textOfItem(reply)
  if (text !== undefined) removePostControls(text)
  return checkedPost({ ...headOfItem(reply), body: childrenOf(text) }, depthOf(reply))
}

/** @returns the number of replies that contain a reply */
function depthOf(reply: MicrodataItem): number {
  let depth = 0
  for (let { parent } = reply; parent !== undefined; { parent } = parent) if (isReply(parent)) depth += 1
  return depth
}
