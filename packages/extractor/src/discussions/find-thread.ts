import { cleanText } from '../dom/clean-text.ts'
import { attributeOf, createElement, elementsOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { memoizeByClassName } from '../dom/memoize-by-class-name.ts'
import { keepsMostText } from '../find/keeps-most-text.ts'
import { hasClass } from '../dom/select-elements.ts'
import { discussionMarkup, hasText } from './discussion.ts'
import { partLabels, type PartLabels } from '../structured-data/part-labels.ts'
import { answersThread } from './microdata-answers.ts'
import { BOARD_CLASSES, boardThread, isBoardMark } from './forum-boards.ts'
import { discourseThread } from './discourse-page.ts'
import { hackerNewsThread } from './hacker-news.ts'
import { lemmyThread } from './lemmy.ts'
import { lobstersThread } from './lobsters.ts'
import { DISCUSSION_TYPE, microdataDiscussion } from './microdata-discussion.ts'
import { redditThread } from './reddit-page.ts'
import { repeatedPosts, type PageOfPosts } from './unknown-software/repeated-posts.ts'
import { slashdotThread } from './slashdot.ts'
import { toDiscussion, type Thread } from './thread.ts'

/** A discussion that was found on a page. */
interface FoundThread {
  readonly name: string
  readonly root: PageElement
  readonly posts: number
  /** author of the first post, if the page states it */
  readonly author: string | undefined
}

interface ThreadReader {
  readonly name: string
  /**
   * whether the element shows that this reader may apply to the page. The function must be fast: it tests every element
   * of the page.
   */
  readonly isMark: (element: PageElement) => boolean
  readonly read: (page: PageParent, words: PartLabels) => Thread | undefined
}

/** In the order in which they are tried. Only the first that returns a thread with text is used. */
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
  { name: 'Lemmy', isMark: (element) => hasClass(element, 'post-listing'), read: lemmyThread },
  { name: 'Slashdot', isMark: (element) => hasClass(element, 'fhitem-story'), read: slashdotThread },
  // Its microdata call every first post a question, also that of a poll.
  { name: 'vBulletin 5', isMark: (element) => hasClass(element, 'js-post__content-text'), read: boardThread },
  { name: 'questions and answers', isMark: isOfType('Answer'), read: answersThread },
  { name: 'a forum', isMark: isBoardMark, read: boardThread },
  { name: 'a discussion', isMark: isOfType(DISCUSSION_TYPE), read: microdataDiscussion },
]
/**
 * Matches the class names by which `FORUM_READERS` recognize their forums. If no class of an element matches, `isMark`
 * need not be called for the element.
 */
const FORUM_CLASSES = new RegExp(
  `fatitem|comments1|commentarea|crawler-post|post-listing|fhitem-story|${BOARD_CLASSES.source}`,
)

const mayBeForumClass = memoizeByClassName((classes) => FORUM_CLASSES.test(classes.slice(0, 300)))

/** The result of the search for a discussion. */
export interface ThreadSearch {
  readonly thread: FoundThread | undefined
  /** Names of the readers whose threads are incomplete (see `isComplete`). */
  readonly refused: readonly string[]
}

/** What the metadata and the address say about a page. */
interface PageFacts extends PageOfPosts {
  /** true if the page is a discussion according to its data or its address */
  readonly isDiscussion: boolean
}

/**
 * Finds a discussion in a page of known forum software, in microdata, or by the repetition of its posts.
 *
 * @param page the page's tree
 * @param elements all elements of the page
 * @returns the discussion as an article; no thread for other pages
 */
export function findThread(
  page: PageParent,
  facts: PageFacts,
  elements: readonly PageElement[] = elementsOf(page),
): ThreadSearch {
  const words = partLabels(facts.language)
  const marked = markedReaders(elements)
  const readers: Pick<ThreadReader, 'name' | 'read'>[] = FORUM_READERS.filter((reader) => marked.has(reader))
  const readRepeated = (): Thread | undefined => repeatedPosts(page, facts)
  if (facts.isDiscussion) readers.push({ name: 'repeated elements', read: readRepeated })
  const refused: string[] = []
  for (const { name, read } of readers) {
    const thread = read(page, words)
    if (thread === undefined || ![thread.start, ...thread.posts].some(hasText)) continue
    if (!isComplete(thread, page)) {
      refused.push(name)
      continue
    }
    const root = discussionMarkup(toDiscussion(thread, words))
    const found = { name, root, posts: thread.posts.length + 1, author: cleanText(thread.start.author, 100) }
    return { thread: found, refused }
  }
  return { thread: undefined, refused }
}

/** @returns whether the posts contain most of the long, unlinked text that the page shows */
function isComplete({ start, posts }: Thread, page: PageParent): boolean {
  const box = createElement('div', {}, [])
  box.childNodes = [start, ...posts].flatMap(({ body }) => [...body])
  return keepsMostText(box, page)
}

function markedReaders(elements: readonly PageElement[]): ReadonlySet<ThreadReader> {
  const marked = new Set<ThreadReader>()
  for (const element of elements) {
    if (element.tagName !== 'shreddit-post' && !hasAttributeOfMark(element)) continue
    for (const reader of FORUM_READERS) if (!marked.has(reader) && reader.isMark(element)) marked.add(reader)
  }
  return marked
}

function hasAttributeOfMark({ attrs }: PageElement): boolean {
  for (const { name, value } of attrs) {
    if (name === 'itemtype' || name === 'data-preloaded' || name === 'component') return true
    if (name === 'class' && mayBeForumClass(value)) return true
    if (name === 'id' && value.startsWith('post_message_')) return true
  }
  return false
}

function isOfType(name: string): (element: PageElement) => boolean {
  return (element) => attributeOf(element, 'itemtype')?.trim().endsWith(`schema.org/${name}`) ?? false
}
