import { attributeOf, findElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { allWithClass, firstNamed, firstWithClass } from '../dom/select-elements.ts'
import { discourseData } from './discourse-data.ts'
import { parseJson } from '../metadata/json-values.ts'
import { linkPreviews } from './link-previews.ts'
import { childrenOf, checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/** @returns the discussion on a Discourse page; undefined for other pages */
export function discourseThread(page: PageParent): Thread | undefined {
  return preloadedThread(page) ?? writtenThread(page)
}

/** Reads the first posts from data in the page, which its scripts would render. */
function preloadedThread(page: PageParent): Thread | undefined {
  const element = findElement(page, (one) => attributeOf(one, 'data-preloaded') !== undefined)
  const parts = element && parseJson(attributeOf(element, 'data-preloaded'))
  if (typeof parts !== 'object' || parts === null) return undefined
  const topic = Object.entries(parts).find(([name]) => /^topic_\d+$/.test(name))?.[1] as unknown
  return discourseData(typeof topic === 'string' ? parseJson(topic) : topic)
}

/** Reads the markup that Discourse serves to browsers without scripts. */
function writtenThread(page: PageParent): Thread | undefined {
  const posts = allWithClass(page, 'crawler-post').map(writtenPost)
  const [start, ...replies] = posts
  return start && { start, posts: replies }
}

function writtenPost(post: PageElement): FlatPost {
  const creator = firstWithClass(post, 'creator')
  const name = creator && findElement(creator, (one) => attributeOf(one, 'itemprop') === 'name')
  const time = firstWithClass(post, 'post-time') ?? firstNamed(post, 'time')
  const publishedAt = timeOf(time && attributeOf(time, 'datetime'))
  const author = name ?? creator
  return checkedPost(
    {
      author: author && textOf(author, 200),
      publishedAt,
      body: linkPreviews(childrenOf(firstWithClass(post, 'post'))),
    },
    0,
  )
}
