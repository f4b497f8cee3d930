import { isEventLabel } from './other-time.ts'
import { cleanText } from '../dom/clean-text.ts'
import { parsePublishedDate } from './parse-date.ts'
import { nodesOf, type PageElement, type PageNode, type PageText } from '../dom/page-tree.ts'

/** A date that is shown near the heading of a page. */
export interface ShownDate {
  readonly text: string
  /** True if the text is labelled as the date of the last change. */
  readonly isChange: boolean
}

/** Maximum number of texts between a heading and its date. Usually, these are a byline and a few buttons. */
const MAX_TEXTS = 25
/**
 * Number of lines above the heading that may contain the date. Newspapers show today's date there; it is recognized by
 * its weekday and ignored.
 */
const MAX_ABOVE = 3
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)/i
const MAX_LINE = 60
/** A text of at least this length in characters counts as the start of the article. */
const LONG_TEXT = 300
const MAX_FOUND = 5
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/
/**
 * A quick test before `PUBLICATION_LABEL` and `LABEL_ONLY`: matches every text that one of them matches, and many
 * others.
 */
const MAY_BE_LABEL = /publi|post|veröff|pubbl/i
const PUBLICATION_LABEL =
  /^(?:first |originally )?(?:published|posted|publié|veröffentlicht|publicado|pubblicato)(?: on| am| le| el| il)?\b(?! by)/i
const LABEL_ONLY =
  /^(?:first |originally )?(?:published|posted|publié|veröffentlicht|publicado|pubblicato)(?: on| am| le| el| il)?:?$/i
const CHANGE_LABEL =
  /updat|modif|edited|last (?:post|reply|active)|joined|member since|review|revised|aktualisiert|geändert|mis à jour|actualizad|atualizad|aggiornat|bijgewerkt|обновлен/i

/**
 * @param texts the visible texts, in document order
 * @param headings the `h1` elements of the page
 * @returns at most five short texts with a date, from just above an `h1` to the start of the article. If there are
 * none, the first date on the page with a label such as "Published"
 */
export function shownDates(texts: readonly PageText[], headings: readonly PageElement[]): ShownDate[] {
  const found: ShownDate[] = []
  let before = ''
  for (const text of linesBelowHeading(texts, headings)) {
    if (found.length >= MAX_FOUND) break
    if (containsDate(text) && !isEventLabel(text) && !isEventLabel(before))
      found.push({ text, isChange: CHANGE_LABEL.test(containsDate(before) ? text : `${before} ${text}`) })
    before = text
  }
  return found.length > 0 ? found : labelledDates(texts)
}

/** @returns the first date anywhere on the page that is labelled as the publication date; empty if there is none */
function labelledDates(texts: readonly PageText[]): ShownDate[] {
  const short = texts.filter(({ value }) => value.length <= MAX_LINE)
  for (const [index, { value }] of short.entries()) {
    const line = MAY_BE_LABEL.test(value) ? cleanText(value, MAX_LINE) : undefined
    if (line === undefined) continue
    const text = LABEL_ONLY.test(line) ? lineAfter(short, index) : PUBLICATION_LABEL.test(line) ? line : undefined
    if (text !== undefined && containsDate(text)) return [{ text, isChange: false }]
  }
  return []
}

function lineAfter(texts: readonly PageText[], index: number): string | undefined {
  for (let next = index + 1; next < texts.length; next++) {
    const line = cleanText(texts[next]!.value, MAX_LINE)
    if (line !== undefined) return line
  }
  return undefined
}

function containsDate(text: string): boolean {
  return YEAR.test(text) && parsePublishedDate(text) !== undefined
}

function linesBelowHeading(texts: readonly PageText[], headings: readonly PageElement[]): string[] {
  const titles = new Set<PageNode>(headings.flatMap(nodesOf))
  const lines: string[] = []
  let above: PageText[] = []
  let left = 0
  for (const text of texts) {
    const isTitle = titles.has(text)
    left = isTitle ? MAX_TEXTS : left - 1
    if (isTitle && lines.length === 0) {
      lines.push(...above.map(({ value }) => value.trim()).filter((line) => !WEEKDAY.test(line)))
      above = []
    }
    if (!isTitle) {
      above.push(text)
      if (above.length > MAX_ABOVE) above.shift()
    }
    if (isTitle || left < 0) continue
    if (text.value.length > LONG_TEXT) return lines
    const line = cleanText(text.value, LONG_TEXT)
    if (line !== undefined && line.length <= MAX_LINE) lines.push(line)
  }
  return lines
}
