import { property, textsOf, type JsonObject } from '../metadata/json-ld.ts'
import { createElement, createText, type PageElement } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'

const MIN_LENGTH = 500
const MAX_LENGTH = 1_000_000
const MIN_LENGTH_RATIO = 2

/** @returns the longest article text in the page's JSON-LD; undefined if it is shorter than 500 characters */
export function articleBody(objects: readonly JsonObject[]): string | undefined {
  const bodies = objects.flatMap((object) => textsOf(property(object, 'articleBody')))
  const longest = bodies.toSorted((a, b) => b.length - a.length)[0]
  return longest !== undefined && longest.length >= MIN_LENGTH ? longest.slice(0, MAX_LENGTH) : undefined
}

/**
 * @param found length of the text found on the page, in characters
 * @returns whether to use the text in JSON-LD instead
 */
export function isBetterBody(body: string | undefined, found: number): body is string {
  return body !== undefined && isMuchLonger(body.length, found)
}

/** @returns whether the page itself shows hardly any text, and its JSON-LD contains much more */
export function isMuchLonger(stated: number, found: number): boolean {
  return found < MIN_LENGTH && stated > found * MIN_LENGTH_RATIO
}

/**
 * @param body text from JSON-LD, either plain text or HTML
 * @returns a div with the text in paragraphs, not sanitised
 */
export function bodyElement(body: string): PageElement {
  if (/<(?:p|div|br)\b/i.test(body)) return createElement('div', {}, parseHtmlFragment(body).childNodes)
  const paragraphs = body.split(/\n+/).map((line) => line.trim())
  const filled = paragraphs.filter((line) => line !== '')
  return createElement(
    'div',
    {},
    filled.map((line) => createElement('p', {}, [createText(line)])),
  )
}
