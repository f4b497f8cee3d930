import { attributeOf, findElement, findElements, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { allWithClass, countAncestors, firstNamed, firstWithClass, hasClass } from '../dom/select-elements.ts'
import { sharedLink } from './shared-link.ts'
import { childrenOf, checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/** @returns the discussion on a page of Reddit, in the old or the new layout; undefined for other pages */
export function redditThread(page: PageParent): Thread | undefined {
  return newLayout(page) ?? oldLayout(page)
}

function newLayout(page: PageParent): Thread | undefined {
  const post = firstNamed(page, 'shreddit-post')
  if (post === undefined) return undefined
  const comments = findElements(page, ({ tagName }) => tagName === 'shreddit-comment')
  const text = findElement(post, (one) => attributeOf(one, 'slot') === 'text-body')
  const start = { author: attributeOf(post, 'author'), publishedAt: timeOf(attributeOf(post, 'created-timestamp')) }
  return {
    start: { ...start, body: [...sharedLink(linkOf(post)), ...childrenOf(text)] },
    posts: comments.map(newComment),
    title: attributeOf(post, 'post-title'),
  }
}

/** @returns the address of the page or picture that a post consists of; undefined for a post with text */
function linkOf(post: PageElement): string | undefined {
  const type = attributeOf(post, 'post-type')
  return type === undefined || type === 'text' ? undefined : attributeOf(post, 'content-href')
}

function newComment(comment: PageElement): FlatPost {
  const nested = countAncestors(comment, ({ tagName }) => tagName === 'shreddit-comment')
  const text = findElement(comment, (one) => attributeOf(one, 'slot') === 'comment')
  const time = firstNamed(comment, 'time')
  const publishedAt = timeOf(attributeOf(comment, 'created') ?? (time && attributeOf(time, 'datetime')))
  const depth = Number(attributeOf(comment, 'depth') ?? nested)
  return checkedPost({ author: attributeOf(comment, 'author'), publishedAt, body: childrenOf(text) }, depth)
}

function oldLayout(page: PageParent): Thread | undefined {
  const area = firstWithClass(page, 'commentarea')
  const post = allWithClass(page, 'thing').find((one) => hasClass(one, 'link'))
  if (area === undefined || post === undefined) return undefined
  const comments = allWithClass(area, 'thing').filter((one) => hasClass(one, 'comment'))
  const source = hasClass(post, 'self') ? undefined : attributeOf(post, 'data-url')
  return {
    start: { ...oldHead(post), body: [...sharedLink(source), ...oldText(post)] },
    posts: comments.map(oldComment),
  }
}

function oldComment(comment: PageElement): FlatPost {
  const depth = countAncestors(comment, (one) => hasClass(one, 'thing') && hasClass(one, 'comment'))
  const entry = firstWithClass(comment, 'entry') ?? comment
  return checkedPost({ ...oldHead(comment), body: oldText(entry) }, depth)
}

function oldHead(thing: PageElement) {
  const user = attributeOf(thing, 'data-author') ?? textOfClass(firstWithClass(thing, 'entry') ?? thing, 'author')
  const time = firstNamed(firstWithClass(thing, 'tagline') ?? thing, 'time')
  return { author: user, publishedAt: timeOf(time && attributeOf(time, 'datetime')) }
}

function oldText(root: PageElement): FlatPost['body'] {
  const body = firstWithClass(root, 'usertext-body')
  return childrenOf(body && (firstWithClass(body, 'md') ?? body))
}

function textOfClass(root: PageElement, name: string): string | undefined {
  const found = firstWithClass(root, name)
  return found && textOf(found, 100)
}
