import type { PageElement, PageParent } from '../dom/page-tree.ts'
import { discussionMarkup } from '../parts/post.ts'
import { partWords } from '../parts/part-words.ts'
import { answersThread } from './answers.ts'
import { discourseThread } from './discourse-page.ts'
import { hackerNewsThread } from './hacker-news.ts'
import { lobstersThread } from './lobsters.ts'
import { redditThread } from './reddit-page.ts'
import { toDiscussion } from './thread.ts'

/** A discussion, found by the markup of the program that its site runs. */
export interface FoundThread {
  readonly name: string
  readonly root: PageElement
  readonly posts: number
}

/**
 * Finds a discussion in a page of a known program.
 *
 * @param page the page's tree
 * @param language language of the page
 * @returns the discussion as an article; undefined for other pages
 */
export function findThread(page: PageParent, language: string | undefined): FoundThread | undefined {
  const words = partWords(language)
  const readers = {
    'Hacker News': hackerNewsThread,
    Lobsters: lobstersThread,
    Reddit: redditThread,
    Discourse: discourseThread,
    'questions and answers': (root: PageParent) => answersThread(root, words),
  }
  for (const [name, read] of Object.entries(readers)) {
    const thread = read(page)
    if (thread === undefined) continue
    const root = discussionMarkup(toDiscussion(thread, words))
    return { name, root, posts: thread.posts.length + 1 }
  }
  return undefined
}
