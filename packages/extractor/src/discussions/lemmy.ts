import { attributeOf, findElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { allWithClass, countAncestors, firstNamed, firstWithClass, hasClass } from '../dom/select-elements.ts'
import { parsePublishedDate } from '../metadata/parse-date.ts'
import { sharedLink } from './shared-link.ts'
import { childrenOf, checkedPost, type FlatPost, type Thread } from './thread.ts'

/** @returns the discussion on a page of a Lemmy server; undefined for other pages, such as lists of posts */
export function lemmyThread(page: PageParent): Thread | undefined {
  const [post, second] = allWithClass(page, 'post-listing')
  if (post === undefined || second !== undefined || firstWithClass(post, 'person-listing') === undefined)
    return undefined
  const comments = allWithClass(page, 'comment-node')
  const text = firstWithClass(post, 'md-div')
  return { start: { ...headOf(post), body: [...linkOf(post), ...childrenOf(text)] }, posts: comments.map(commentPost) }
}

/** @returns a link to the page that a post shares; empty if its heading leads to the post itself */
function linkOf(post: PageElement): PageElement[] {
  const title = firstWithClass(post, 'post-title')
  const address = title && attributeOf(firstNamed(title, 'a') ?? title, 'href')
  const isOwn = findElement(post, (one) => attributeOf(one, 'title') === 'link' && attributeOf(one, 'href') === address)
  return isOwn ? [] : sharedLink(address)
}

function commentPost(comment: PageElement): FlatPost {
  const depth = countAncestors(comment, (one) => one.tagName === 'li' && hasClass(one, 'comment')) - 1
  return checkedPost({ ...headOf(comment), body: childrenOf(firstWithClass(comment, 'md-div')) }, Math.max(0, depth))
}

function headOf(part: PageElement): Pick<FlatPost, 'author' | 'publishedAt'> {
  const person = firstWithClass(part, 'person-listing')
  const time = firstWithClass(part, 'moment-time')
  // For example “Friday, October 4th, 2024 at 3:51:58 PM GMT+03:00”
  const stated = time && attributeOf(time, 'data-tippy-content')
  return {
    author: person && attributeOf(person, 'title'),
    publishedAt: stated === undefined ? undefined : parsePublishedDate(stated),
  }
}
