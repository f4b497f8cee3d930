import { NAME_LETTER } from '../dom/letter-class.ts'
import { leadsToFile } from '../find/boxes/files.ts'
import type { PageElement } from '../dom/page-tree.ts'
import { targetOf } from './own-links/linked-line.ts'
import { leadsToOtherSite } from './own-links/other-sites.ts'

/** What surrounds a line that consists mostly of a link. */
export interface LinkLine {
  readonly element: PageElement
  readonly text: string
  /** Whether the line before is a paragraph of prose, and whether the line after is one. */
  readonly isAfterProse: boolean
  readonly isBeforeProse: boolean
  /** Whether the line before or after also consists of a link. */
  readonly isBesideLink: boolean
  /** Whether the line is in the last part of the text. */
  readonly isAtEnd: boolean
}

/** The page that contains the line. */
interface LinkingPage {
  /** Its address; empty if it is unknown. */
  readonly url: string
  /** Whether the page declares itself an article. News sites insert links to their other articles into these. */
  readonly isDeclared: boolean
}

/** Matches a label and a colon, or a bracket, before the title of another page: "Related: The sea in winter". */
const LABEL_BEFORE_TITLE = new RegExp(String.raw`^\W*(?:[([]|(?:${NAME_LETTER}+\s+){0,4}${NAME_LETTER}+\s?[:：»])`, 'u')
/** Matches invitations to follow the site elsewhere. */
const FOLLOW = /^\W*(?:follow|like) /iu
/** Minimum number of capital letters in a line without small ones that is a banner, not a name such as "RFC". */
const MIN_CAPITALS = 12
/** Elements in which the line of an author may consist of a link. Boxes and headings with a link are cards. */
const TEXT_ELEMENTS = new Set(['p', 'li', 'dd'])

/**
 * @returns whether a line with little else than a link is part of the text. Such a line leads to a document, to another site
 *   beside prose or in a list of definitions, as sources do, or it is a sentence, or the title above a paragraph. Links to other pages
 *   of a news site between two paragraphs, below a label, at the end, in capitals or among other links are not part of it.
 */
export function isLinkOfText(line: LinkLine, isPointer: boolean, page: LinkingPage): boolean {
  const { element, text } = line
  if (isInCapitals(text) || FOLLOW.test(text)) return false
  const target = targetOf(element)
  if (!isPointer && leadsToFile(target)) return true
  if (leadsToOtherSite(target, page.url)) return isBesideProse(line) || isDefinition(element)
  if (line.isAtEnd && (page.isDeclared || !isPointer)) return false
  return isPointer ? !LABEL_BEFORE_TITLE.test(text.slice(0, MAX_LABEL)) : isTextLine(line, page)
}

function isTextLine(line: LinkLine, { isDeclared }: LinkingPage): boolean {
  return TEXT_ELEMENTS.has(line.element.tagName) && (isDeclared ? isTitle(line) : !isAmongLinks(line))
}

function isDefinition({ tagName, parentNode }: PageElement): boolean {
  return tagName === 'dd' || parentNode?.nodeName === 'dd'
}

function isBesideProse({ isAfterProse, isBeforeProse }: LinkLine): boolean {
  return isAfterProse || isBeforeProse
}

/** @returns whether the line stands above a paragraph, and not below one */
function isTitle({ isAfterProse, isBeforeProse }: LinkLine): boolean {
  return isBeforeProse && !isAfterProse
}

function isAmongLinks(line: LinkLine): boolean {
  return line.isBesideLink && !isBesideProse(line)
}

/** Number of characters at the start of a line in which a label may be. */
const MAX_LABEL = 80

function isInCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu) ?? []).length >= MIN_CAPITALS
}
