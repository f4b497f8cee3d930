import { cleanText } from '../dom/clean-text.ts'
import type { PageElement, PageNode } from '../dom/page-tree.ts'
import { hasText, nestPosts, type Discussion, type Post } from './discussion.ts'
import type { PartLabels } from '../structured-data/part-labels.ts'

/** A post with its depth: the number of its ancestors in the thread. */
export type FlatPost = Omit<Post, 'replies'> & { readonly depth: number }

/** A discussion, read from a page or from data. Posts are in order; their depths state the nesting. */
export interface Thread {
  readonly start: Omit<Post, 'replies'>
  readonly posts: readonly FlatPost[]
  readonly title?: string | undefined
  /** true if the posts are answers to a question */
  readonly hasAnswers?: boolean
}

/** Maximum number of posts. Further ones are left out. */
const MAX_POSTS = 2000
const MAX_NAME = 100
const MAX_NESTING = 200

/** @returns the post with a cleaned author, and a depth from 0 to `MAX_NESTING` */
export function checkedPost(post: Omit<FlatPost, 'depth'>, depth: number): FlatPost {
  const checked = Number.isInteger(depth) && depth >= 0 ? Math.min(depth, MAX_NESTING) : 0
  return { ...post, author: cleanText(post.author, MAX_NAME), depth: checked }
}

/** @param text a time in ISO 8601, or in seconds or milliseconds since 1970 @returns the time in ISO 8601 */
export function timeOf(text: string | number | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const seconds = Number(text)
  const time = new Date(Number.isFinite(seconds) ? seconds * (seconds > 1e11 ? 1 : 1000) : String(text))
  const year = time.getUTCFullYear()
  return year >= 1990 && year < 2200 ? time.toISOString() : undefined
}

/** @returns the children of an element; empty if the element is undefined */
export function childrenOf(element: PageElement | undefined): readonly PageNode[] {
  return element?.childNodes ?? []
}

/** @returns the discussion with nested replies. Posts without text and without replies are left out. */
export function toDiscussion({ start, posts, hasAnswers }: Thread, words: PartLabels): Discussion {
  const replies = withoutEmpty(nestPosts(posts.slice(0, MAX_POSTS)))
  return { start: { ...start, replies }, heading: hasAnswers ? words.answers : words.replies }
}

function withoutEmpty(posts: readonly Post[]): readonly Post[] {
  return posts
    .map((post) => ({ ...post, replies: withoutEmpty(post.replies) }))
    .filter((post) => post.replies.length > 0 || hasText(post))
}
