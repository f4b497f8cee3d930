import { areAnswersMuchLonger } from '../discussions/json-ld-answers.ts'
import { makeAddressesAbsolute } from '../dom/absolute-addresses.ts'
import { elementsOf, textOf, type PageElement } from '../dom/page-tree.ts'
import type { Draft, Processed } from '../extraction-draft.ts'
import { embeddedJsonText } from './embedded-json-text.ts'
import { bodyElement, isBetterBody } from './json-ld-article-body.ts'
import { keepsMostText } from './keeps-most-text.ts'

/** A page with at least this number of characters of text shows its text itself. */
const MIN_TEXT = 500

/** A text in the data of a page. */
interface StatedText {
  readonly found: PageElement
  /** Description for the extraction log. */
  readonly name: string
}

/**
 * Uses the text or the answers in JSON-LD if the page itself contains hardly any text, because its scripts would render
 * the text in a browser. Data that contain less than half of the text that the page shows are refused: the line model
 * may find that text.
 */
export function useStatedText(draft: Draft): Processed {
  const stated = betterData(draft)
  if (stated === undefined) return { draft, note: 'not needed' }
  if (!keepsMostText(stated.found, draft.page))
    return { draft, note: `${stated.name} refused, because most text of the page would be lost` }
  return { draft: { ...draft, found: stated.found }, note: `${stated.name} used` }
}

/** Uses the text or the answers in JSON-LD, or the text in other data, if the line model has not found more text either. */
export function useStatedTextAfterAll(draft: Draft): Processed {
  const stated = betterData(draft) ?? embeddedText(draft)
  return stated === undefined
    ? { draft, note: 'not needed' }
    : { draft: { ...draft, found: stated.found }, note: `${stated.name} used, because the page has no better text` }
}

/** @returns the text that the scripts of the page would show, if the page shows hardly any */
function embeddedText({ found, base, text }: Draft): StatedText | undefined {
  const length = found === undefined ? 0 : textOf(found).trim().length
  if (length >= MIN_TEXT) return undefined
  const body = embeddedJsonText(text)
  if (!isBetterBody(body, length)) return undefined
  const root = bodyElement(body)
  makeAddressesAbsolute(elementsOf(root), base)
  return { found: root, name: 'the text in the data of the page' }
}

/** @returns the answers or the text in JSON-LD, if the text that was found so far is much shorter */
function betterData({ found, base, stated, statedBody }: Draft): StatedText | undefined {
  const length = found === undefined ? 0 : textOf(found).trim().length
  const { answers } = stated
  if (areAnswersMuchLonger(answers, length)) {
    makeAddressesAbsolute(elementsOf(answers), base)
    return { found: answers, name: 'a question with answers in JSON-LD' }
  }
  return isBetterBody(statedBody, length) ? { found: bodyElement(statedBody), name: 'the text in JSON-LD' } : undefined
}
