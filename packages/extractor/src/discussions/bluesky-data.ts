import { createElement, createText, type PageNode } from '../dom/page-tree.ts'
import { listAt, numberAt, textAt, valueAt } from '../metadata/json-values.ts'
import { checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/** @param data JSON of a Bluesky thread @returns its discussion; undefined for other data */
export function blueskyThread(data: unknown): Thread | undefined {
  const thread = valueAt(data, 'thread')
  if (textAt(thread, 'post', 'record', 'text') === undefined) return undefined
  const posts: FlatPost[] = []
  const waiting = listAt(thread, 'replies')
    .map((reply) => ({ reply, depth: 0 }))
    .toReversed()
  for (let next = waiting.pop(); next !== undefined && posts.length < 2000; next = waiting.pop()) {
    if (valueAt(next.reply, 'post') === undefined) continue
    posts.push(readPost(valueAt(next.reply, 'post'), next.depth))
    const { depth } = next
    for (const reply of listAt(next.reply, 'replies').toReversed()) waiting.push({ reply, depth: depth + 1 })
  }
  return { start: readPost(valueAt(thread, 'post'), 0), posts }
}

function readPost(post: unknown, depth: number): FlatPost {
  const author = textAt(post, 'author', 'displayName') || textAt(post, 'author', 'handle')
  const record = valueAt(post, 'record')
  const embed = valueAt(post, 'embed')
  const body = [...paragraphs(record), ...listAt(embed, 'images').flatMap(picture), ...card(valueAt(embed, 'external'))]
  return checkedPost({ author, publishedAt: timeOf(textAt(record, 'createdAt')), body }, depth)
}

function picture(image: unknown): readonly PageNode[] {
  const src = textAt(image, 'fullsize')
  const alt = textAt(image, 'alt') ?? ''
  return src === undefined ? [] : [createElement('figure', {}, [createElement('img', { src, alt }, [])])]
}

function card(external: unknown): readonly PageNode[] {
  const [href, title] = [textAt(external, 'uri'), textAt(external, 'title')]
  if (href === undefined) return []
  return [createElement('p', {}, [createElement('a', { href }, [createText(title || href)])])]
}

/** Converts the text of a post to paragraphs with links. The record states the positions of links in bytes of UTF-8. */
function paragraphs(record: unknown): readonly PageNode[] {
  const bytes = Buffer.from((textAt(record, 'text') ?? '').slice(0, 20_000))
  const facets = listAt(record, 'facets').slice(0, 200).flatMap(linkFacet)
  const nodes: PageNode[] = []
  let done = 0
  for (const { from, to, href } of facets.toSorted((one, other) => one.from - other.from)) {
    if (from < done || to <= from || to > bytes.length) continue
    nodes.push(...lines(bytes.toString('utf8', done, from)))
    nodes.push(createElement('a', { href }, [createText(bytes.toString('utf8', from, to))]))
    done = to
  }
  return [createElement('p', {}, [...nodes, ...lines(bytes.toString('utf8', done))])]
}

function linkFacet(facet: unknown) {
  const from = numberAt(facet, 'index', 'byteStart')
  const to = numberAt(facet, 'index', 'byteEnd')
  const uris = listAt(facet, 'features').flatMap((feature) => textAt(feature, 'uri') ?? [])
  const href = uris[0]
  return from === undefined || to === undefined || href === undefined ? [] : [{ from, to, href }]
}

function lines(text: string): readonly PageNode[] {
  return text.split('\n').flatMap((line, index) => {
    const written = createText(line)
    return index === 0 ? [written] : [createElement('br', {}, []), written]
  })
}
