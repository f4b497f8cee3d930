import { attributeOf, elementsOf, isElement, isText, nodesOf, textOf, type PageElement } from '../dom/page-tree.ts'
import { authorNames } from '../metadata/author-names.ts'
import { parsePublishedDate } from '../metadata/parse-date.ts'
import { ancestorsOf } from './repeated-elements.ts'
import { timeOf } from './thread.ts'

/** The element of a post, and the element in it with the contribution. */
export interface PostElement {
  readonly box: PageElement
  readonly body: PageElement
}

const MAX_AUTHOR = 60
const MAX_LINE = 80
const MAX_NAMES = 300
/** Matches one class name of an element with the name of an author, with hyphens instead of capitals. */
const AUTHOR_CLASS =
  /^(?:[\w-]{0,40}[-_])?(?:author|account-?name|by-?line|posted-?by|user-?name|display-?name|poster|nick(?:-?name)?|member|user|creator|profile)(?:[-_]?(?:name|link))?$|^name$/i
const AUTHOR_ADDRESS =
  /\/(?:users?|members?|profiles?|people|u|author)\b|\/[~@]|member\.php|profile\.php|[?&]u=|memberlist|action=profile/i
const SIGN_IN_ADDRESS = /log-?in|sign-?(?:in|up)|register/i
/** Matches what separates a name from a time in a text with both. */
const SEPARATOR = /[·•|–—]|\bby\b/i
const TIME_OF_DAY = /\d{1,2}[:.]\d{2}/

/**
 * @returns for each post its author; undefined if none is found. That is the nearest link to a profile or element named
 * after an author, or else the text before a time.
 */
export function postAuthors(posts: readonly PostElement[]): (string | undefined)[] {
  const marked = posts.map(markedNames)
  const labels = labelsAmong(marked)
  const dated = posts.map(namesBeforeTime)
  const datedLabels = labelsAmong(dated)
  return posts.map((_post, index) => {
    const names = marked[index]!
    // All posts may be by one author, so a name may look like a label.
    const best = bestName(names.filter((name) => !labels.has(name))) ?? bestName(names)
    return best ?? dated[index]!.find((name) => !datedLabels.has(name))
  })
}

/** @returns the texts that every post has, such as “View profile”; empty for fewer than three posts */
function labelsAmong(names: readonly (readonly string[])[]): ReadonlySet<string> {
  if (names.length < 3) return new Set()
  return new Set(names[0]!.filter((name) => names.every((others) => others.includes(name))))
}

/** @returns the first name. One letter is not a name, but often stands in for a picture of the author. */
function bestName(names: readonly string[]): string | undefined {
  return names.find(({ length }) => length > 1) ?? names[0]
}

function markedNames(post: PostElement): string[] {
  const levels = levelsAround(post)
  return levels
    .flatMap((level) => [...level.filter(isAuthorLink), ...level.filter(isInnermostAuthor)])
    .map(nameIn)
    .filter(isName)
}

/** @returns the names in short elements that consist of a name and a time */
function namesBeforeTime(post: PostElement): string[] {
  const elements = levelsAround(post).flat()
  return elements.flatMap((element) => {
    if (lineWithTime(element) === '') return []
    const texts = nodesOf(element).flatMap((node) => (isText(node) && node.value.trim() !== '' ? [node.value] : []))
    const line = texts[0] ?? ''
    const isSeparate = TIME_OF_DAY.test(line) ? SEPARATOR.test(line) : texts.length > 1
    return isSeparate ? authorNames([line], undefined).slice(0, 1) : []
  })
}

function isName(text: string): boolean {
  return text !== '' && text.length <= MAX_AUTHOR && !TIME_OF_DAY.test(text)
}

function isInnermostAuthor(element: PageElement): boolean {
  return isNamedAuthor(element) && !elementsOf(element).some(isNamedAuthor)
}

/** @returns the time of a post in ISO 8601. A date without a time of day may be when its author joined. */
export function postTime(post: PostElement): string | undefined {
  const around = levelsAround(post).flat()
  const time = around.find((one) => one.tagName === 'time' && attributeOf(one, 'datetime') !== undefined)
  const line = around.map(lineWithTime).find((text) => text !== '') ?? ''
  return timeOf(time && attributeOf(time, 'datetime')) ?? timeOf(parsePublishedDate(line))
}

/**
 * @returns the elements around the contribution, up to the element of the post: those in the innermost element around
 * it first. Elements that contain the contribution, and those in it, are left out.
 */
function levelsAround({ box, body }: PostElement): PageElement[][] {
  const ancestors = ancestorsOf(body)
  const levels = ancestors.slice(0, ancestors.indexOf(box) + 1)
  return levels.map((level, index) => {
    const inner = levels[index - 1] ?? body
    const beside = level.childNodes.filter((child) => isElement(child) && child !== inner) as PageElement[]
    return beside.flatMap((child) => [child, ...elementsOf(child)])
  })
}

/** @returns whether an element is a link to the profile of a user */
export function isAuthorLink(element: PageElement): boolean {
  const address = (attributeOf(element, 'href') ?? '').slice(0, MAX_NAMES)
  return element.tagName === 'a' && AUTHOR_ADDRESS.test(address) && !SIGN_IN_ADDRESS.test(address)
}

function isNamedAuthor(element: PageElement): boolean {
  if (attributeOf(element, 'itemprop') === 'author') return true
  const names = (attributeOf(element, 'class') ?? '').slice(0, MAX_NAMES).split(/\s+/)
  return names.some((name) => AUTHOR_CLASS.test(name.replaceAll(/([a-z])([A-Z])/g, '$1-$2')))
}

function nameIn(element: PageElement): string {
  return lineIn(element).replaceAll(/^by\s|\s(?:says|said|wrote):?$|:$/gi, '')
}

/** @returns the text of a short element with a time of day; empty for others */
function lineWithTime(element: PageElement): string {
  const line = lineIn(element)
  return line.length <= MAX_LINE && TIME_OF_DAY.test(line) ? line : ''
}

function lineIn(element: PageElement): string {
  return textOf(element, 200).replaceAll(/\s+/g, ' ').trim()
}
