import { createElement, createText, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { allWithClass, countAncestors, firstNamed, firstWithClass, hasClass } from '../dom/select-elements.ts'
import { parsePublishedDate } from '../metadata/parse-date.ts'
import { childrenOf, checkedPost, type FlatPost, type Thread } from './thread.ts'

/** @returns the story with its comments on a page of Slashdot; undefined for other pages */
export function slashdotThread(page: PageParent): Thread | undefined {
  const [story, second] = allWithClass(page, 'fhitem-story')
  const text = story && firstWithClass(story, 'body')
  // Lists of stories contain several.
  if (story === undefined || text === undefined || second !== undefined) return undefined
  const comments = allWithClass(page, 'comment').filter(({ tagName }) => tagName === 'li')
  return { start: { ...storyHead(story), body: childrenOf(text) }, posts: comments.flatMap(commentPost) }
}

/** @returns editor and time of a story. Its byline is “Posted by NAME on DATE from the … dept.” */
function storyHead(story: PageElement): Pick<FlatPost, 'author' | 'publishedAt'> {
  const byline = firstWithClass(story, 'story-byline')
  if (byline === undefined) return { author: undefined, publishedAt: undefined }
  const [link, time] = [firstNamed(byline, 'a'), firstNamed(byline, 'time')]
  const line = textOf(byline, 300).replaceAll(/\s+/g, ' ')
  const editor = link ? textOf(link, 100) : /Posted by (.{1,60}?) on /.exec(line)?.[1]
  return { author: editor, publishedAt: time && parsePublishedDate(textOf(time, 200)) }
}

function commentPost(comment: PageElement): FlatPost[] {
  // The comment itself. Its replies are beside this element.
  const own = comment.childNodes.find((child) => isElement(child) && hasClass(child, 'cw')) as PageElement | undefined
  if (own === undefined) return []
  const depth = countAncestors(comment, (one) => one.tagName === 'li' && hasClass(one, 'comment'))
  const [by, details] = [firstWithClass(own, 'by'), firstWithClass(own, 'otherdetails')]
  const user = by && firstNamed(by, 'a')
  const head = {
    author: user && textOf(user, 100),
    publishedAt: details && parsePublishedDate(textOf(details, 200)),
  }
  return [checkedPost({ ...head, body: [...subjectOf(own), ...childrenOf(firstWithClass(own, 'commentBody'))] }, depth)]
}

/** @returns a paragraph with the subject of a comment; empty if it only repeats that of the comment above */
function subjectOf(comment: PageElement): readonly PageElement[] {
  const title = firstWithClass(comment, 'title')
  const link = title && firstNamed(title, 'a')
  const subject = link ? textOf(link, 200).trim() : ''
  if (subject === '' || /^re:/i.test(subject)) return []
  return [createElement('p', {}, [createElement('strong', {}, [createText(subject)])])]
}
