import { namesOf } from '../dom/class-name-hints.ts'
import { findElements, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { ancestorsOf } from '../dom/select-elements.ts'

/** Matches the name of a poll or of a part of one, such as `fieldset.polls` (phpBB) and `section.cPoll` (Invision). */
const POLL_NAME = /(?:^|[\s_-])polls?(?=$|[\s_-])|cPoll|pollResult/
/** Matches the names of boxes beside the thread, which may show polls of other threads. */
const BESIDE_NAME = /side-?bar|widget/i
const MAX_PARTS = 200
/** Elements that contain an answer each. */
const ANSWERS = new Set(['li', 'dt', 'tr', 'label'])
const MIN_ANSWERS = 2

/**
 * @param posts the elements of the posts of a thread, in document order
 * @returns the box with the poll of the thread, which forums show above the first post; undefined if there is none
 */
export function pollOf(page: PageParent, posts: readonly PageElement[]): PageElement | undefined {
  const [first] = posts
  const found = findElements(page, (element) => element === first || POLL_NAME.test(namesOf(element)))
  const around = new Set(posts.flatMap(ancestorsOf))
  const before = found.slice(0, Math.max(found.indexOf(first!), 0))
  const parts = before.slice(0, MAX_PARTS).filter((part) => !around.has(part))
  const box = parts.length === 0 ? undefined : smallestAround(parts)
  if (box === undefined || around.has(box) || [box, ...ancestorsOf(box)].some(isBesideThread)) return undefined
  return hasAnswers(box) ? box : undefined
}

/**
 * @param bodyIn finds the text of a post
 * @returns the box with the poll that some forums show in the first post, beside its text; undefined if there is none
 */
export function pollInPost(
  post: PageElement,
  bodyIn: (post: PageElement) => PageElement | undefined,
): PageElement | undefined {
  const body = bodyIn(post)
  const around = new Set(body && [body, ...ancestorsOf(body)])
  const found = findElements(post, (element) => POLL_NAME.test(namesOf(element))).slice(0, MAX_PARTS)
  const parts = found.filter((part) => !around.has(part) && !ancestorsOf(part).includes(body!))
  const box = parts.length === 0 ? undefined : smallestAround(parts)
  return box === undefined || around.has(box) || !hasAnswers(box) ? undefined : box
}

function hasAnswers(box: PageElement): boolean {
  return findElements(box, ({ tagName }) => ANSWERS.has(tagName)).length >= MIN_ANSWERS
}

/** @returns the smallest element that is or contains all elements */
function smallestAround(elements: readonly PageElement[]): PageElement | undefined {
  const others = elements.map((element) => new Set([element, ...ancestorsOf(element)]))
  return [elements[0]!, ...ancestorsOf(elements[0]!)].find((one) => others.every((around) => around.has(one)))
}

function isBesideThread(element: PageElement): boolean {
  return element.tagName === 'aside' || (element.tagName !== 'body' && BESIDE_NAME.test(namesOf(element)))
}
