import {
  attributeOf,
  elementsOf,
  firstElements,
  isElement,
  isText,
  nodesOf,
  textOf,
  type PageElement,
} from '../../dom/page-tree.ts'
import { ancestorsOf } from '../../dom/select-elements.ts'
import { authorNames } from '../../metadata/author-names.ts'
import { parsePublishedDate } from '../../metadata/parse-date.ts'
import { timeOf } from '../thread.ts'

/** The elements of a post: `box` contains the whole post, and `body` its text. */
export interface PostElements {
  readonly box: PageElement
  readonly body: PageElement
}

const MAX_AUTHOR = 60
const MAX_LINE = 80
/** A line has fewer elements than this. */
const MAX_ELEMENTS = 100
const MAX_ATTRIBUTE = 300
/** Matches one class name of an element with the name of an author, with hyphens instead of capitals. */
const AUTHOR_CLASS =
  /^(?:[\w-]{0,40}[-_])?(?:author|account-?name|by-?line|posted-?by|user-?name|display-?name|poster|nick(?:-?name)?|member|user|creator|profile)(?:[-_]?(?:name|link))?$|^name$/i
const AUTHOR_ADDRESS =
  /\/(?:users?|members?|profiles?|people|u|author)(?=[/?#.]|$)|\/[~@]|member\.php|profile\.php|[?&]u=|memberlist|action=profile/i
const SIGN_IN_ADDRESS = /(?:^|[/?&=._-])(?:log-?in|sign-?(?:in|up)|register)(?=[/?&=._#-]|$)/i
/** Matches what separates a name from a time in a text with both. */
const SEPARATOR = /[·•|–—]|\bby\b/i
const TIME_OF_DAY = /(?<![\d.:])(?:[01]?\d|2[0-3])[:.][0-5]\d(?![\d.])/

/**
 * @returns the author of each post: the nearest profile link, or element with the class of an author, or else the text
 * before a time; undefined if there is none
 */
export function postAuthors(posts: readonly PostElements[]): (string | undefined)[] {
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
  const others = names.slice(1).map((list) => new Set(list))
  return new Set(names[0]!.filter((name) => others.every((list) => list.has(name))))
}

/** @returns the first name. One letter is not a name, but often stands in for a picture of the author. */
function bestName(names: readonly string[]): string | undefined {
  return names.find(({ length }) => length > 1) ?? names[0]
}

function markedNames(post: PostElements): string[] {
  return levelsAround(post)
    .flatMap((level) => [...level.filter(isAuthorLink), ...innermost(level.filter(isNamedAuthor))])
    .map(nameIn)
    .filter(isName)
}

/** @returns the elements that contain no other of them */
function innermost(elements: readonly PageElement[]): PageElement[] {
  const outer = new Set<PageElement>()
  for (const element of elements)
    for (const ancestor of ancestorsOf(element)) {
      if (outer.has(ancestor)) break
      outer.add(ancestor)
    }
  return elements.filter((element) => !outer.has(element))
}

/**
 * @returns the names in short elements that consist of a name and a time. Only the first text of an element can be the
 * name.
 */
function namesBeforeTime(post: PostElements): string[] {
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
  return text !== '' && text.length <= MAX_AUTHOR && !/\d:\d/.test(text)
}

/**
 * @param language language of the page, which decides whether day or month comes first in a date
 * @returns the time of a post in ISO 8601; undefined if none is found. Dates in text count only with a time of day,
 * because a bare date may be when the author joined.
 */
export function postTime(post: PostElements, language: string | undefined): string | undefined {
  const around = levelsAround(post).flat()
  const time = around.find((one) => one.tagName === 'time' && attributeOf(one, 'datetime') !== undefined)
  const line = around.map(lineWithTime).find((text) => text !== '') ?? ''
  return timeOf(time && attributeOf(time, 'datetime')) ?? timeOf(parsePublishedDate(line, language))
}

/**
 * @returns for each ancestor of the body up to the box, innermost first, the elements in it that are outside of the
 * previous one
 */
function levelsAround({ box, body }: PostElements): PageElement[][] {
  const ancestors = ancestorsOf(body)
  const levels = ancestors.slice(0, ancestors.indexOf(box) + 1)
  return levels.map((level, index) => {
    const inner = levels[index - 1] ?? body
    const beside = level.childNodes.filter((child) => isElement(child) && child !== inner) as PageElement[]
    return beside.flatMap((child) => [child, ...elementsOf(child)])
  })
}

/** @returns whether an element is a link to the profile of a user, or named after an author */
export function isAuthorMark(element: PageElement): boolean {
  return isAuthorLink(element) || isNamedAuthor(element)
}

function isAuthorLink(element: PageElement): boolean {
  const address = (attributeOf(element, 'href') ?? '').slice(0, MAX_ATTRIBUTE)
  if (element.tagName !== 'a' || !AUTHOR_ADDRESS.test(address) || SIGN_IN_ADDRESS.test(address)) return false
  return !OTHER_USER.test(textBefore(element))
}

/** Matches a label before the name of the user who wrote the last reply, or who changed the post. */
const OTHER_USER =
  /(?:^|\s)(?:(?:last|latest|newest|recent)\s(?:post|reply|message|comment|activity)|(?:last\s)?edited|liked|letzter\sbeitrag|dernier\smessage|últim[oa]\s(?:mensaje|mensagem)|ultimo\smessaggio)(?:\s(?:by|von|par|por|di))?:?$/iu

/** @returns the text directly before an element in its parent */
function textBefore(element: PageElement): string {
  const siblings = element.parentNode?.childNodes ?? []
  const before = siblings[siblings.indexOf(element) - 1]
  return before !== undefined && isText(before) ? before.value.trimEnd().slice(-MAX_LINE) : ''
}

function isNamedAuthor(element: PageElement): boolean {
  if (attributeOf(element, 'itemprop') === 'author') return true
  const names = (attributeOf(element, 'class') ?? '').slice(0, MAX_ATTRIBUTE).split(/\s+/)
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

/** @returns the text of an element; empty if it has so many elements that it is no line */
function lineIn(element: PageElement): string {
  if (firstElements(element, MAX_ELEMENTS).length === MAX_ELEMENTS) return ''
  return textOf(element, 200).replaceAll(/\s+/g, ' ').trim()
}
