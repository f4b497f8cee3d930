import { createElement, createText, textOfNodes, type PageElement, type PageNode } from '../dom/page-tree.ts'

/** A contribution to a discussion. */
export interface Post {
  readonly author: string | undefined
  /** in ISO 8601 */
  readonly publishedAt: string | undefined
  /** content of the post; not sanitised */
  readonly body: readonly PageNode[]
  /** label such as "Accepted answer" */
  readonly label?: string
  readonly replies: readonly Post[]
}

/** A first post and the heading above its replies. */
export interface Discussion {
  readonly start: Post
  readonly heading: string
}

/** Maximum nesting of quotations. Deeper replies are not nested further. */
const MAX_DEPTH = 8

/**
 * @returns the discussion as an article: the first post, and then each reply with its author. Replies to a reply are
 * quotations.
 */
export function discussionMarkup({ start, heading }: Discussion): PageElement {
  const replies = start.replies.flatMap((reply) => postMarkup(reply, 1))
  const title = replies.length > 0 ? [createElement('h2', {}, [createText(heading)])] : []
  return createElement('div', {}, [...start.body, ...title, ...replies])
}

function postMarkup(post: Post, depth: number): readonly PageNode[] {
  const replies = post.replies.flatMap((reply) => postMarkup(reply, depth + 1))
  const inner = [...headOf(post), ...post.body]
  if (depth > MAX_DEPTH) return [...inner, ...replies]
  const quoted = replies.length === 0 ? [] : [createElement('blockquote', {}, replies)]
  return [createElement('section', {}, [...inner, ...quoted])]
}

/** @returns the line with the author, the time and the label of a post */
function headOf({ author, publishedAt, label }: Post): readonly PageNode[] {
  const parts: PageNode[] = []
  if (label !== undefined) parts.push(createElement('strong', {}, [createText(label)]))
  if (author !== undefined) parts.push(createElement('strong', {}, [createText(author)]))
  if (publishedAt !== undefined) {
    parts.push(createElement('time', { datetime: publishedAt }, [createText(publishedAt.slice(0, 10))]))
  }
  if (parts.length === 0) return []
  return [
    createElement(
      'p',
      {},
      parts.flatMap((part, index) => (index === 0 ? [part] : [createText(' · '), part])),
    ),
  ]
}

/**
 * @returns posts with text, nested by their depths. The parent of a post is the last earlier post with a smaller depth.
 */
export function nestPosts(posts: readonly (Omit<Post, 'replies'> & { readonly depth: number })[]): readonly Post[] {
  const roots: MutablePost[] = []
  const open: { readonly depth: number; readonly post: MutablePost }[] = []
  for (const { depth, ...post } of posts) {
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop()
    const nested: MutablePost = { ...post, replies: [] }
    const parent = open.at(-1)
    if (parent) parent.post.replies.push(nested)
    else roots.push(nested)
    open.push({ depth, post: nested })
  }
  return roots
}

type MutablePost = Omit<Post, 'replies'> & { replies: Post[] }

/** @returns true if a post contains text */
export function hasText({ body }: Pick<Post, 'body'>): boolean {
  return textOfNodes(body, 10_000).trim() !== ''
}
