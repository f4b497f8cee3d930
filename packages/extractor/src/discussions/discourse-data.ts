import { htmlNodes } from '../structured-data/part-markup.ts'
import { listAt, textAt } from '../metadata/json-values.ts'
import { linkPreviews } from './link-previews.ts'
import { checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/** @param topic JSON of a Discourse topic @returns its discussion; undefined for other data */
export function discourseData(topic: unknown): Thread | undefined {
  const posts = listAt(topic, 'post_stream', 'posts').slice(0, 2000).flatMap(readPost)
  const [start, ...replies] = posts
  return start && { start, posts: replies, title: textAt(topic, 'title') }
}

function readPost(post: unknown): FlatPost[] {
  const html = textAt(post, 'cooked')
  if (html === undefined) return []
  // By default, Discourse shows the username first; only some forums choose full names.
  const author = textAt(post, 'username') || textAt(post, 'name')
  return [
    checkedPost({ author, publishedAt: timeOf(textAt(post, 'created_at')), body: linkPreviews(htmlNodes(html)) }, 0),
  ]
}
