import { attributeOf, createElement, findElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { allWithClass, countAncestors, firstWithClass, hasClass } from '../dom/select-elements.ts'
import { childrenOf, checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/** @returns the discussion on a page of Lobsters or of another site with its software; undefined for other pages */
export function lobstersThread(page: PageParent): Thread | undefined {
  const comments = allWithClass(page, 'comment').filter((one) => attributeOf(one, 'data-shortid') !== undefined)
  const story = allWithClass(page, 'story').find(
    (one) => firstWithClass(one, 'story_liner') ?? firstWithClass(one, 'u-url'),
  )
  if (story === undefined || firstWithClass(page, 'comments1') === undefined) return undefined
  const link = firstWithClass(story, 'u-url')
  const source = link && /^https?:/.test(attributeOf(link, 'href') ?? '') ? [createElement('p', {}, [link])] : []
  const text = firstWithClass(page, 'story_text')
  return { start: { ...headOf(story), body: [...source, ...childrenOf(text)] }, posts: comments.map(commentPost) }
}

function commentPost(comment: PageElement): FlatPost {
  const depth = countAncestors(comment, (one) => hasClass(one, 'comments_subtree')) - 1
  return checkedPost(
    { ...headOf(comment), body: childrenOf(firstWithClass(comment, 'comment_text')) },
    Math.max(0, depth),
  )
}

function headOf(part: PageElement) {
  const byline = firstWithClass(part, 'byline') ?? part
  const user = findElement(
    byline,
    (one) =>
      one.tagName === 'a' &&
      /\/(?:~|u\/)[\w-]+$/.test(attributeOf(one, 'href') ?? '') &&
      textOf(one, 100).trim() !== '',
  )
  const time = findElement(
    byline,
    (one) => one.tagName === 'time' || /^\d{4}-\d\d-\d\d /.test(attributeOf(one, 'title') ?? ''),
  )
  const stated = time && (attributeOf(time, 'datetime') ?? attributeOf(time, 'title'))
  return { author: user && textOf(user, 100), publishedAt: timeOf(stated) }
}
