import { isLabel, pointsElsewhere, asksToSubscribe } from '../../clean/unrelated-line-patterns.ts'
import { attributeOf, firstElements, textOf, type PageElement } from '../../dom/page-tree.ts'
import type { Measures, MeasuresOf } from '../../dom/text-measures.ts'
import { isAboutSite, isBetweenTexts } from './part-of-text.ts'

/** Number of elements of a box that are examined. */
const MAX_ELEMENTS = 20
/** Maximum number of buttons in a row, and bounds of the length in characters of their labels. */
const MAX_BUTTONS = 3
const MIN_LABEL = 3
const MAX_LABEL = 60
/** Minimum length in characters of the prose before and after the buttons. */
const MIN_PROSE = 80
/** Matches labels of buttons that sell, or ask the reader to get in touch. */
const OFFER =
  /\b(?:shop|buy|order|cart|try|trial|demo|quote|pricing|free|get started|start|join|register|enrol|apply|book (?:a|now|your)|contact|talk to|call us|learn more|explore|discover|(?:see|view) (?:all|more)|member|gift|rate|review|kaufen|bestellen|jetzt|kostenlos|anmelden|essayer|acheter|commander|gratuit\w*|comprar|gratis|prueba|contatt\w+|iscriviti)\b/iu
const BUTTON_NAME = /(?:^|[\s_-])(?:btn|button)(?=$|[\s_-])/i

/**
 * @param box an element with links
 * @param measures measures of the elements around it
 * @returns whether a box contains nothing but one to three links that are named buttons, between two texts, such as
 *   "Open the map". Buttons that sell, to subscribe, and to other pages of the site are not part of the text
 */
export function isRowOfButtons(box: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  const { text, links, inputs, images, headings } = inside
  if (links === 0 || links < text || text > MAX_LABEL * MAX_BUTTONS || inputs + images + headings > 0) return false
  const linked = [box, ...firstElements(box, MAX_ELEMENTS)].filter(({ tagName }) => tagName === 'a')
  return linked.length <= MAX_BUTTONS && linked.every(isButtonOfText) && isBetweenTexts(box, measures, MIN_PROSE)
}

/** @returns whether a link is named a button, and its label says nothing about the site */
function isButtonOfText(link: PageElement): boolean {
  const label = textOf(link, MAX_LABEL + 1).trim()
  if (label.length < MIN_LABEL || label.length > MAX_LABEL) return false
  if (!isNamedButton(link) || (attributeOf(link, 'href')?.startsWith('#') ?? true)) return false
  if (OFFER.test(label) || isAboutSite(label)) return false
  return !isLabel(label) && !pointsElsewhere(label) && !asksToSubscribe(label)
}

/** @returns whether a link has the role or the class name of a button */
export function isNamedButton(link: PageElement): boolean {
  if (attributeOf(link, 'role') === 'button') return true
  return BUTTON_NAME.test(attributeOf(link, 'class')?.slice(0, 300) ?? '')
}
