import { attributeOf, findElement, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { firstNamed, firstWithClass, hasClass, outermostElements } from '../dom/select-elements.ts'
import { pollInPost, pollOf } from './poll.ts'
import { removePostControls } from './remove-post-controls.ts'
import { shortenQuotes } from './shorten-quotes.ts'
import { childrenOf, checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/** How the pages of a forum software mark posts, and the author and the text of each post. */
interface BoardMarkup {
  readonly isPost: (element: PageElement) => boolean
  /** the element or the attribute value with the author's name */
  readonly author: (post: PageElement) => PageElement | string | undefined
  readonly body: (post: PageElement) => PageElement | undefined
}

const ofClass =
  (...names: readonly string[]) =>
  (element: PageElement): boolean =>
    names.some((name) => hasClass(element, name))

const first =
  (...names: readonly string[]) =>
  (root: PageElement): PageElement | undefined =>
    findElement(root, ofClass(...names))

/** @returns a function that finds the first element of class `inner` in the first element of class `outer` */
const firstWithin =
  (outer: string, inner: string) =>
  (root: PageElement): PageElement | undefined => {
    const box = firstWithClass(root, outer)
    return box && firstWithClass(box, inner)
  }

const strongIn = (element: PageElement | undefined) => element && firstNamed(element, 'strong')
const attribute = (name: string) => (element: PageElement) => attributeOf(element, name)
const hasId = (pattern: RegExp) => (element: PageElement) => pattern.test(attributeOf(element, 'id') ?? '')

const BOARDS: readonly BoardMarkup[] = [
  // XenForo 2
  {
    isPost: ofClass('message--post'),
    author: (post) => attributeOf(post, 'data-author') ?? firstWithClass(post, 'message-name'),
    body: firstWithin('message-body', 'bbWrapper'),
  },
  // XenForo 1
  {
    isPost: (element) => hasClass(element, 'message') && attributeOf(element, 'data-author') !== undefined,
    author: attribute('data-author'),
    body: first('messageText'),
  },
  // phpBB 3
  {
    isPost: (element) => hasClass(element, 'post') && hasId(/^p\d+$/)(element),
    author: (post) => first('username', 'username-coloured')(post) ?? strongIn(firstWithClass(post, 'author')),
    body: firstWithin('postbody', 'content'),
  },
  // FluxBB and PunBB
  {
    isPost: ofClass('blockpost'),
    author: (post) => {
      const profile = firstWithClass(post, 'postleft')
      return profile && firstNamed(profile, 'dt')
    },
    body: first('postmsg'),
  },
  // Invision Community 4 and 5
  {
    isPost: (element) => element.tagName === 'article' && ofClass('ipsComment', 'ipsEntry')(element),
    author: first('cAuthorPane_author', 'ipsEntry__username'),
    body: (post) => findElement(post, (one) => attributeOf(one, 'data-role') === 'commentContent'),
  },
  // vBulletin 3 and 4
  {
    isPost: hasId(/^(?:edit|post_?)\d+$/),
    author: first('bigusername', 'username'),
    body: (post) => findElement(post, hasId(/^post_message_\d+$/)),
  },
  // vBulletin 5 and 6
  {
    isPost: (element) => hasClass(element, 'b-post') && hasClass(element, 'js-post'),
    author: first('author'),
    body: first('js-post__content-text'),
  },
  // Simple Machines Forum 2
  {
    isPost: ofClass('post_wrapper'),
    author: (post) => firstNamed(post, 'h4'),
    body: firstWithin('post', 'inner'),
  },
  // MyBB
  {
    isPost: (element) => hasClass(element, 'post') && hasId(/^post_\d+$/)(element),
    author: first('author_information'),
    body: first('post_body'),
  },
  // NodeBB
  {
    isPost: (element) => attributeOf(element, 'component') === 'post',
    author: attribute('data-username'),
    body: (post) => findElement(post, (one) => attributeOf(one, 'component') === 'post/content'),
  },
  // Flarum, with and without scripts
  {
    isPost: (element) =>
      element.tagName === 'article' &&
      (hasClass(element, 'Post') ||
        element.childNodes.some((child) => isElement(child) && hasClass(child, 'Post-body'))),
    author: (post) => firstWithin('PostUser-name', 'username')(post) ?? firstWithClass(post, 'PostUser-name'),
    body: first('Post-body'),
  },
  // Discourse, as its scripts render it
  {
    isPost: (element) => element.tagName === 'article' && attributeOf(element, 'data-post-id') !== undefined,
    author: (post) => firstWithin('names', 'username')(post) ?? firstWithClass(post, 'names'),
    body: firstWithin('topic-body', 'cooked'),
  },
  // bbPress
  {
    isPost: ofClass('type-topic', 'type-reply'),
    author: first('bbp-author-name'),
    body: first('bbp-reply-content'),
  },
  // Vanilla
  {
    isPost: ofClass('ItemDiscussion', 'ItemComment'),
    author: first('Username'),
    body: first('userContent'),
  },
]

/** Matches class names that show that a page belongs to one of these forums. */
export const BOARD_CLASSES =
  /message--post|messageText|postbody|ipsComment|ipsEntry|post_wrapper|post_body|userContent|bbp-reply-content|Post-body|topic-body|js-post__content-text/

/** @returns whether the element shows that the page may belong to one of these forums */
export function isBoardMark(element: PageElement): boolean {
  return (
    BOARD_CLASSES.test(attributeOf(element, 'class') ?? '') ||
    attributeOf(element, 'component') === 'post' ||
    hasId(/^post_message_\d+$/)(element)
  )
}

/**
 * @returns the thread on a page of a widespread forum software; undefined for other pages. The posts are not nested,
 * because these forums show them in the order of their times.
 */
export function boardThread(page: PageParent): Thread | undefined {
  for (const board of BOARDS) {
    // An element inside a post that looks like a post is a preview of a quoted post.
    const elements = outermostElements(page, board.isPost)
    const posts = elements.flatMap((post) => readPost(post, board) ?? [])
    const [start, ...replies] = posts
    if (start === undefined || posts.every(({ author }) => author === undefined)) continue
    shortenQuotes(posts.map(({ body }) => body))
    const poll = pollOf(page, elements) ?? pollInPost(elements[0]!, board.body)
    return { start: poll === undefined ? start : { ...start, body: [poll, ...start.body] }, posts: replies }
  }
  return undefined
}

/** @returns undefined if the element contains no text of a post */
function readPost(post: PageElement, board: BoardMarkup): FlatPost | undefined {
  const body = board.body(post)
  if (body === undefined) return undefined
  const author = board.author(post)
  const name = typeof author === 'string' ? author : author && nameIn(author)
  removePostControls(body)
  return checkedPost({ author: name, publishedAt: timeOfPost(post), body: childrenOf(body) }, 0)
}

/** @returns the text of the link in an element, because a rank or a number of posts may follow it; or its whole text */
function nameIn(author: PageElement): string {
  const link = findElement(author, (one) => one.tagName === 'a' && textOf(one, 200).trim() !== '')
  return textOf(link ?? author, 200)
}

/** @returns the machine-readable time of a post in ISO 8601; undefined if it states its time only as text */
function timeOfPost(post: PageElement): string | undefined {
  const stamp = attributeOf(post, 'data-timestamp')
  const time = findElement(post, (one) => one.tagName === 'time' && attributeOf(one, 'datetime') !== undefined)
  const abbreviation = findElement(
    post,
    (one) => hasClass(one, 'DateTime') && attributeOf(one, 'data-time') !== undefined,
  )
  const date = findElement(post, (one) => hasClass(one, 'relative-date'))
  return timeOf(
    stamp ??
      (date && attributeOf(date, 'data-time')) ??
      (time && attributeOf(time, 'datetime')) ??
      (abbreviation && attributeOf(abbreviation, 'data-time')),
  )
}
