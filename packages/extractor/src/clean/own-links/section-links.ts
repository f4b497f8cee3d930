import type { PageElement } from '../../dom/page-tree.ts'
import { isHeading, isLinkLine, targetOf, type LinkedLine } from './linked-line.ts'
import { isOtherPagesLabel } from '../unrelated-line-patterns.ts'

/** Minimum number of sections that end with a link, each to another page, so that these links belong to the sections. */
const MIN_SECTIONS = 3

/**
 * Finds links that belong to the sections of an article, although they lead to other pages of its site: the link that
 * closes each of several sections, such as "Full review" below each product of a ranking, and a link that is all the
 * text below its heading.
 *
 * @param lines all lines of the article, in document order
 * @returns the elements of these lines
 */
export function sectionLinks(lines: readonly LinkedLine[]): PageElement[] {
  const ofText = lines.filter(({ isLabel, element }) => !isLabel || isHeading(element))
  const indexes = [...ofText.keys()]
  const closing = indexes.filter((index) => isClosing(ofText, index))
  const only = indexes.filter((index) => isOnlyText(ofText, index))
  return [...closingLinks(ofText, closing), ...only].map((index) => ofText[index]!.element)
}

/** @returns whether a line is a link after other text of its section, and before the next heading */
function isClosing(lines: readonly LinkedLine[], index: number): boolean {
  const [before, line, after] = [lines[index - 1], lines[index]!, lines[index + 1]]
  if (before === undefined || after === undefined || !isLinkLine(line) || isBelowOtherPagesLabel(line)) return false
  return !isHeading(before.element) && !isLinkLine(before) && isHeading(after.element)
}

/** @returns whether a line is a link between two headings */
function isOnlyText(lines: readonly LinkedLine[], index: number): boolean {
  const [before, line, after] = [lines[index - 1], lines[index]!, lines[index + 1]]
  if (before === undefined || after === undefined || !isLinkLine(line)) return false
  return isHeading(before.element) && !before.isLabel && before.linked === 0 && isHeading(after.element)
}

/** Maximum length in characters of a label before a link, such as "Related:". */
const MAX_LABEL = 80
const LABEL_END = /[:：]/u

/** @returns whether a line starts with a label such as "Related:" */
function isBelowOtherPagesLabel({ text }: LinkedLine): boolean {
  return isOtherPagesLabel(text.slice(0, MAX_LABEL).split(LABEL_END, 1)[0]!)
}

/**
 * @param closing the indexes of the closing links
 * @returns those that lead to what their section is about, if they lead to several pages; all of them if most do
 */
function closingLinks(lines: readonly LinkedLine[], closing: readonly number[]): readonly number[] {
  const about = closing.filter((index, at) => isAboutSection(lines, closing[at - 1] ?? 0, index))
  if (new Set(about.map((index) => targetOf(lines[index]!.element))).size < MIN_SECTIONS) return []
  return about.length * 2 >= closing.length ? closing : about
}

/**
 * @param before the index of the closing link before this one
 * @returns whether a link names what a heading since then names, or nothing in particular, such as "Read our full review"
 */
function isAboutSection(lines: readonly LinkedLine[], before: number, index: number): boolean {
  const { text } = lines[index]!
  if (isBarePointer(text)) return true
  const headings = lines.slice(before, index).filter(({ element }) => isHeading(element))
  const names = new Set(headings.flatMap((heading) => wordsOf(heading.text)))
  return wordsOf(text).some((word) => names.has(word))
}

/** Matches an invitation to read more that does not name what it leads to. */
const BARE_POINTER = /^\W*(?:read|see|check out|view|go to|watch) (?:our|my|the|her|his|their) (?:\w+ ){0,3}\w+\W*$/iu
const MAX_BARE_POINTER = 40

function isBarePointer(text: string): boolean {
  return text.length <= MAX_BARE_POINTER && BARE_POINTER.test(text)
}

/** Minimum length in letters and digits of a word that a link and the heading above it share. */
const MIN_WORD = 4
const WORDS = /[\p{L}\p{N}]+/gu

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(WORDS) ?? []).filter((word) => word.length >= MIN_WORD || /\d/.test(word))
}
