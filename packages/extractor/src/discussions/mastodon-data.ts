import { createElement, createText, type PageNode } from '../dom/page-tree.ts'
import { htmlNodes } from '../structured-data/part-markup.ts'
import { listAt, textAt, valueAt } from '../metadata/json-values.ts'
import { checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/** @param status JSON of a Mastodon post @returns a discussion without replies; undefined for other data */
export function mastodonStatus(status: unknown): Thread | undefined {
  if (textAt(status, 'account', 'acct') === undefined || textAt(status, 'content') === undefined) return undefined
  return { start: statusPost(status, 0), posts: [], title: titleOf(status) }
}

/**
 * @param context JSON with the posts before and after a Mastodon post in its thread
 * @returns a discussion with the replies to that post, and an empty first post; undefined for other data
 */
export function mastodonContext(context: unknown): Thread | undefined {
  if (!Array.isArray(valueAt(context, 'ancestors')) || !Array.isArray(valueAt(context, 'descendants'))) return undefined
  const nothing = { author: undefined, publishedAt: undefined, body: [] }
  return { start: nothing, posts: inOrder(listAt(context, 'descendants').slice(0, 2000)) }
}

/** Puts every reply after the post that it replies to. The order of the data is not reliable. */
function inOrder(statuses: readonly unknown[]): readonly FlatPost[] {
  const ids = new Set(statuses.map((status) => textAt(status, 'id')))
  const answers = new Map<string | undefined, unknown[]>()
  for (const status of statuses) {
    const parent = textAt(status, 'in_reply_to_id')
    const key = ids.has(parent) ? parent : undefined
    answers.set(key, [...(answers.get(key) ?? []), status])
  }
  const posts: FlatPost[] = []
  const waiting = (answers.get(undefined) ?? []).toReversed().map((status) => ({ status, depth: 0 }))
  for (let next = waiting.pop(); next !== undefined && posts.length < 2000; next = waiting.pop()) {
    posts.push(statusPost(next.status, next.depth))
    const id = textAt(next.status, 'id')
    const below = id === undefined ? [] : (answers.get(id) ?? [])
    for (const status of below.toReversed()) waiting.push({ status, depth: next.depth + 1 })
  }
  return posts
}

function statusPost(status: unknown, depth: number): FlatPost {
  const author = textAt(status, 'account', 'display_name') || textAt(status, 'account', 'acct')
  const body = [...htmlNodes(textAt(status, 'content') ?? ''), ...listAt(status, 'media_attachments').flatMap(mediaOf)]
  return checkedPost({ author, publishedAt: timeOf(textAt(status, 'created_at')), body }, depth)
}

function mediaOf(media: unknown): readonly PageNode[] {
  const src = textAt(media, 'url')
  if (src === undefined) return []
  const alt = textAt(media, 'description') ?? ''
  if (textAt(media, 'type') === 'image') return [createElement('figure', {}, [createElement('img', { src, alt }, [])])]
  const name = textAt(media, 'type') === 'audio' ? 'audio' : 'video'
  const poster = textAt(media, 'preview_url')
  const player = createElement(name, { src, ...(name === 'video' && poster !== undefined && { poster }) }, [])
  const caption = alt === '' ? [] : [createElement('figcaption', {}, [createText(alt)])]
  return [createElement('figure', {}, [player, ...caption])]
}

function titleOf(status: unknown): string | undefined {
  const name = textAt(status, 'account', 'display_name') || textAt(status, 'account', 'acct')
  const warning = textAt(status, 'spoiler_text')
  return warning ? `${name}: ${warning}` : undefined
}
