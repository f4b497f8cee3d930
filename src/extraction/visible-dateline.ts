import { cleanText } from './clean-text.ts'
import {
  isElement,
  isText,
  nodesOf,
  visibleTextOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from './page-tree.ts'

const MAX_TEXTS = 4000
const MAX_FOUND = 10
const BYLINE =
  /^\s{0,20}(?:written\s|posted\s|story\s|words\s|published\s)?by\b|^\s{0,20}(?:authors?|contributors?|autor(?:en|es)?|auteurs?)\s{0,3}(?::|$)/i
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/
const NOT_PUBLISHED =
  /updated|modified|reviewed|copyright|©|\(c\)|rights reserved|expires|until|since|\d{4}\s?[-–]\s?\d{4}/i

/** @returns short lines that begin with "by", in document order, at most ten */
export function visibleBylines(body: PageElement): string[] {
  return shortTexts(body)
    .filter((node) => isText(node) && BYLINE.test(node.value))
    .slice(0, MAX_FOUND)
    .flatMap((node) => lineAround(node) ?? [])
    .filter((line) => /^\S+(?:\sby)?:?\s\p{Lu}/u.test(line))
}

/** @returns short texts that hold a year and are not about a change or a licence, in document order, at most ten */
export function visibleDates(body: PageElement): string[] {
  return shortTexts(body)
    .flatMap((node) => (isText(node) && YEAR.test(node.value) ? (cleanText(node.value, 100) ?? []) : []))
    .filter((text) => !NOT_PUBLISHED.test(text))
    .slice(0, MAX_FOUND)
}

function shortTexts(body: PageElement): PageNode[] {
  return nodesOf(body)
    .filter(isVisibleText)
    .slice(0, MAX_TEXTS)
    .filter((node) => isText(node) && node.value.length <= 60)
}

function isVisibleText(node: PageNode): boolean {
  return (
    isText(node) && /\S/.test(node.value) && !['script', 'style', 'noscript'].includes(node.parentNode?.nodeName ?? '')
  )
}

/** The name often stands in a link beside the word "by", or in an element of its own, so what is around is read. */
function lineAround(node: PageNode): string | undefined {
  const parent = node.parentNode
  const line = lineOf(parent)
  return line !== undefined &&
    /^(?:(?:written |posted )?by|authors?|contributors?|autor(?:en|es)?|auteurs?):?$/i.test(line)
    ? lineOf(parentOf(parent))
    : line
}

function parentOf(node: PageParent | null): PageParent | null {
  return node !== null && isElement(node) ? node.parentNode : null
}

function lineOf(parent: PageParent | null): string | undefined {
  const line = parent !== null && isElement(parent) ? cleanText(visibleTextOf(parent), 300) : undefined
  return line !== undefined && line.length <= 100 ? line : undefined
}
