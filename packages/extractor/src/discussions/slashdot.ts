import { createElement, createText, findElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
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
  return {
    start: { author: editorOf(story), publishedAt: undefined, body: childrenOf(text) },
    posts: comments.map(commentPost),
  }
}

function editorOf(story: PageElement): string | undefined {
  const byline = firstWithClass(story, 'story-byline')
  return byline && /Posted by (\S{1,60})/.exec(textOf(byline, 200))?.[1]
}

function commentPost(comment: PageElement): FlatPost {
  const depth = countAncestors(comment, (one) => one.tagName === 'li' && hasClass(one, 'comment'))
  const by = firstWithClass(comment, 'by')
  const user = by && firstNamed(by, 'a')
  const details = firstWithClass(comment, 'otherdetails')
  const body = firstWithClass(comment, 'commentBody')
  return checkedPost(
    {
      author: user && textOf(user, 100),
      publishedAt: details && parsePublishedDate(textOf(details, 200)),
      body: [...subjectOf(comment), ...childrenOf(body)],
    },
    depth,
  )
}

/** @returns a paragraph with the subject of a comment; empty if it only repeats that of the comment above */
function subjectOf(comment: PageElement): readonly PageElement[] {
  const title = firstWithClass(comment, 'title')
  const link = title && findElement(title, ({ tagName }) => tagName === 'a')
  const subject = link ? textOf(link, 200).trim() : ''
  if (subject === '' || /^re:/i.test(subject)) return []
  return [createElement('p', {}, [createElement('strong', {}, [createText(subject)])])]
}
