import { cleanText } from '../dom/clean-text.ts'
import type { PageElement, PageParent } from '../dom/page-tree.ts'
import { discussionMarkup } from '../parts/post.ts'
import { partWords, type PartWords } from '../parts/part-words.ts'
import { answersThread } from './answers.ts'
import { discourseThread } from './discourse-page.ts'
import { hackerNewsThread } from './hacker-news.ts'
import { lobstersThread } from './lobsters.ts'
import { redditThread } from './reddit-page.ts'
import { toDiscussion, type Thread } from './thread.ts'

/** A discussion, found by the markup of the program that its site runs. */
export interface FoundThread {
  readonly name: string
  readonly root: PageElement
  readonly posts: number
  /** author of the first post, if the page states it */
  readonly author: string | undefined
}

interface ThreadPage {
  readonly page: PageParent
  /** source of the page */
  readonly text: string
  readonly language: string | undefined
}

interface ThreadReader {
  readonly name: string
  /** text that the source of every such page contains; searching it is faster than the tree */
  readonly mark: RegExp
  readonly read: (page: PageParent, words: PartWords) => Thread | undefined
}

const READERS: readonly ThreadReader[] = [
  { name: 'Hacker News', mark: /fatitem/, read: hackerNewsThread },
  { name: 'Lobsters', mark: /comments1/, read: lobstersThread },
  { name: 'Reddit', mark: /<shreddit-post|commentarea/, read: redditThread },
  { name: 'Discourse', mark: /crawler-post|data-preloaded/, read: discourseThread },
  { name: 'questions and answers', mark: /schema\.org\/Answer/, read: answersThread },
]

/**
 * Finds a discussion in a page of a known program.
 *
 * @returns the discussion as an article; undefined for other pages
 */
export function findThread({ page, text, language }: ThreadPage): FoundThread | undefined {
  const words = partWords(language)
  for (const { name, mark, read } of READERS) {
    const thread = mark.test(text) ? read(page, words) : undefined
    if (thread === undefined) continue
    const root = discussionMarkup(toDiscussion(thread, words))
    return { name, root, posts: thread.posts.length + 1, author: cleanText(thread.start.author, 100) }
  }
  return undefined
}
