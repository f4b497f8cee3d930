import { cleanText } from '../dom/clean-text.ts'
import { attributeOf, findElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { hasClass } from '../dom/select-elements.ts'
import { discussionMarkup } from './discussion.ts'
import { partLabels, type PartLabels } from '../structured-data/part-labels.ts'
import { answersThread } from './microdata-answers.ts'
import { BOARD_CLASSES, boardThread, isBoardMark } from './forum-boards.ts'
import { discourseThread } from './discourse-page.ts'
import { hackerNewsThread } from './hacker-news.ts'
import { lobstersThread } from './lobsters.ts'
import { redditThread } from './reddit-page.ts'
import { toDiscussion, type Thread } from './thread.ts'

/** A discussion, recognized by the markup of its forum software. */
export interface FoundThread {
  readonly name: string
  readonly root: PageElement
  readonly posts: number
  /** author of the first post, if the page states it */
  readonly author: string | undefined
}

interface ThreadReader {
  readonly name: string
  /**
   * whether the element shows that the page belongs to this software. The function must be fast: it tests every element
   * of the page.
   */
  readonly isMark: (element: PageElement) => boolean
  readonly read: (page: PageParent, words: PartLabels) => Thread | undefined
}

const FORUM_READERS: readonly ThreadReader[] = [
  { name: 'Hacker News', isMark: (element) => hasClass(element, 'fatitem'), read: hackerNewsThread },
  { name: 'Lobsters', isMark: (element) => hasClass(element, 'comments1'), read: lobstersThread },
  {
    name: 'Reddit',
    isMark: (element) => element.tagName === 'shreddit-post' || hasClass(element, 'commentarea'),
    read: redditThread,
  },
  {
    name: 'Discourse',
    isMark: (element) => hasClass(element, 'crawler-post') || attributeOf(element, 'data-preloaded') !== undefined,
    read: discourseThread,
  },
  {
    name: 'questions and answers',
    isMark: (element) => attributeOf(element, 'itemtype')?.endsWith('schema.org/Answer') ?? false,
    read: answersThread,
  },
  { name: 'a forum', isMark: isBoardMark, read: boardThread },
]
/**
 * Matches the class names by which `FORUM_READERS` recognize their forums. If no class of an element matches, `isMark`
 * need not be called for the element.
 */
const FORUM_CLASSES = new RegExp(`fatitem|comments1|commentarea|crawler-post|${BOARD_CLASSES.source}`)

/**
 * Finds a discussion in a page of known forum software.
 *
 * @param page the page's tree
 * @param language language of the page
 * @returns the discussion as an article; undefined for other pages
 */
export function findThread(page: PageParent, language: string | undefined): FoundThread | undefined {
  const mark = findElement(page, mayBeMark)
  const reader = mark && FORUM_READERS.find(({ isMark }) => isMark(mark))
  const words = partLabels(language)
  const thread = reader?.read(page, words)
  if (reader === undefined || thread === undefined) return undefined
  const root = discussionMarkup(toDiscussion(thread, words))
  return { name: reader.name, root, posts: thread.posts.length + 1, author: cleanText(thread.start.author, 100) }
}

function mayBeMark(element: PageElement): boolean {
  if (element.tagName !== 'shreddit-post' && !hasAttributeOfMark(element)) return false
  return FORUM_READERS.some(({ isMark }) => isMark(element))
}

function hasAttributeOfMark({ attrs }: PageElement): boolean {
  for (const { name, value } of attrs) {
    if (name === 'itemtype' || name === 'data-preloaded' || name === 'component') return true
    if (name === 'class' && FORUM_CLASSES.test(value.slice(0, 300))) return true
  }
  return false
}
