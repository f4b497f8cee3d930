import { createElement, textOf } from '../dom/page-tree.ts'
import { htmlNodes, textParagraphs } from '../structured-data/part-markup.ts'
import { listAt, numberAt, textAt, valueAt } from '../metadata/json-values.ts'
import { sharedLink } from './shared-link.ts'
import { checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/** @param data JSON of a Reddit post and its comments @returns its discussion; undefined for other data */
export function redditData(data: unknown): Thread | undefined {
  const post = valueAt(data, 0, 'data', 'children', 0, 'data')
  if (textAt(data, 0, 'kind') !== 'Listing' || post === undefined) return undefined
  const source = sharedLink(textAt(post, 'url_overridden_by_dest'))
  const head = headOf(post)
  return {
    start: { ...head, body: [...source, ...bodyOf(post, 'selftext_html', 'selftext')] },
    posts: commentsIn(data),
    title: textAt(post, 'title'),
  }
}

/** Walks through the comments without recursion, because replies may be deeply nested. */
function commentsIn(data: unknown): readonly FlatPost[] {
  const posts: FlatPost[] = []
  const waiting = listAt(data, 1, 'data', 'children')
    .map((child) => ({ child, depth: 0 }))
    .toReversed()
  for (let next = waiting.pop(); next !== undefined && posts.length < 2000; next = waiting.pop()) {
    const comment = valueAt(next.child, 'data')
    if (textAt(next.child, 'kind') !== 't1') continue
    const depth = numberAt(comment, 'depth') ?? next.depth
    posts.push(checkedPost({ ...headOf(comment), body: bodyOf(comment, 'body_html', 'body') }, depth))
    for (const child of listAt(comment, 'replies', 'data', 'children').toReversed())
      waiting.push({ child, depth: depth + 1 })
  }
  return posts
}

function headOf(post: unknown) {
  return { author: textAt(post, 'author'), publishedAt: timeOf(numberAt(post, 'created_utc')) }
}

/** Reddit escapes the HTML in its JSON, so it is unescaped first. */
function bodyOf(post: unknown, htmlName: string, textName: string): FlatPost['body'] {
  const html = textAt(post, htmlName)
  if (html === undefined) return textParagraphs(textAt(post, textName) ?? '')
  return htmlNodes(html.startsWith('&lt;') ? textOf(createElement('div', {}, htmlNodes(html)), 1_000_000) : html)
}
