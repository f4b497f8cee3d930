import { attributeOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { allWithClass, countAncestors, firstNamed, firstWithClass, hasClass } from '../dom/select-elements.ts'
import { parsePublishedDate } from '../metadata/parse-date.ts'
import { sourceLink } from './source-link.ts'
import { childrenOf, checkedPost, type FlatPost, type Thread } from './thread.ts'

/** Matches the address of a post on a Lemmy server. */
const OWN_PAGE = /\/post\/\d{1,20}$/

/** @returns the discussion on a page of a Lemmy server; undefined for other pages */
export function lemmyThread(page: PageParent): Thread | undefined {
  const post = firstWithClass(page, 'post-listing')
  if (post === undefined || firstWithClass(post, 'person-listing') === undefined) return undefined
  const comments = allWithClass(page, 'comment-node')
  const text = firstWithClass(post, 'md-div')
  return {
    start: { ...headOf(post), body: [...sourceOf(post), ...childrenOf(text)] },
    posts: comments.map(commentPost),
  }
}

/** @returns a link to the page that a post recommends; empty if its heading leads to its own page */
function sourceOf(post: PageElement): PageElement[] {
  const title = firstWithClass(post, 'post-title')
  const address = title && attributeOf(firstNamed(title, 'a') ?? title, 'href')
  return address !== undefined && OWN_PAGE.test(address) ? [] : sourceLink(address)
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
