import { cardsWithSamePlace } from './line-groups.ts'
import { isHeadingLine, targetOf, type PageLine, type PageLines } from './page-lines.ts'

/**
 * Minimum total length in characters of a sequence of repeated lines. Shorter sequences stay, because they are often
 * labels, prices and names.
 */
const MIN_LENGTH = 40
/** Maximum length in characters of a fact in a card, such as a material, which other cards may have too. */
const MAX_FACT = 80
/** Number of lines before and after facts in which the card's own line must be, so that huge cards take linear time. */
const MAX_SCANNED = 200

interface Rules {
  /** Returns whether the line may be removed. */
  readonly mayDrop: (line: PageLine) => boolean
  /** True if a repetition is removed even if it is below another heading than the original. */
  readonly ignoresHeadings: boolean
}

interface Original {
  readonly line: PageLine
  /** Last heading before the line. */
  readonly heading: string
  /** Position of the line among the kept lines. */
  readonly position: number
}

/**
 * Removes lines that repeat earlier lines elsewhere on the page: copies for other window widths, repeated slides, and
 * posts quoted in a reply. Repetitions in the same box as the original are kept, because they are refrains. Repetitions
 * below another heading are kept too: for example, several functions may have the same parameters. A heading does not
 * repeat a line that is no heading, such as its entry in the contents. Facts of a card beside others stay, unless the whole
 * card is a copy: products in a comparison may have the same material.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 */
export function dropRepeatedLines(page: PageLines, keep: Uint8Array, { mayDrop, ignoresHeadings }: Rules): void {
  const originals = new Map<string, Original>()
  const run = { copies: [] as Copy[], length: 0, place: -1 }
  const isNew = (line: PageLine): boolean => (originals.get(line.text)?.line ?? line) === line
  const areFacts = ignoresHeadings
    ? () => false
    : factTest(page, (index) => keep[index] === 1 && isNew(page.lines[index]!))
  const endRun = (): void => {
    if (run.length >= MIN_LENGTH && !areFacts(run.copies)) for (const { index } of run.copies) keep[index] = 0
    Object.assign(run, { copies: [], length: 0 })
  }
  const isCopyOf = (line: PageLine, heading: string, original: Original): boolean =>
    mayDrop(line) &&
    !isNamedBy(page, line, original) &&
    !leadsElsewhere(line, original.line) &&
    page.parents[original.line.block] !== page.parents[line.block] &&
    (ignoresHeadings || isHeadingLine(page, line) || heading === original.heading)
  let [position, heading] = [0, '']
  for (const [index, line] of page.lines.entries()) {
    if (keep[index] === 1) {
      position += 1
      const original = originals.get(line.text)
      if (original === undefined || isNamedBy(page, line, original))
        originals.set(line.text, { line, heading, position })
      const isCopy = original !== undefined && isCopyOf(line, heading, original)
      if (!isCopy || original.position !== run.place + 1) endRun()
      if (isCopy) {
        run.copies.push({ index, original: original.line })
        run.length += line.text.length
        run.place = original.position
      }
    }
    if (isHeadingLine(page, line)) heading = line.text
  }
  endRun()
}

interface Copy {
  /** Index of the line. */
  readonly index: number
  readonly original: PageLine
}

/**
 * @param isOwn returns whether a line is kept and is no copy
 * @returns a function that tests whether copies are the facts of one card, at the same places as in a card beside it, and the card
 *   has a line of its own
 */
function factTest(page: PageLines, isOwn: (index: number) => boolean): (copies: readonly Copy[]) => boolean {
  let cardOf: ReturnType<typeof cardsWithSamePlace> | undefined
  return (copies) => {
    if (copies.some(({ index, original }) => !isFact(page.lines[index]!, original))) return false
    cardOf ??= cardsWithSamePlace(page)
    const cards = new Set<number>()
    for (const { index, original } of copies) cards.add(cardOf(page.lines[index]!, original))
    const [card] = cards
    if (cards.size > 1 || card === undefined || card === 0) return false
    return hasOwnLine(page, copies[0]!.index, card, isOwn)
  }
}

/** @returns whether a line may be a fact of a card. A title that leads to the same page as its original is no fact. */
function isFact(line: PageLine, original: PageLine): boolean {
  return line.text.length <= MAX_FACT && (line.linked === 0 || targetsOf(line) !== targetsOf(original))
}

/** @returns whether one of the lines in a card is its own; `from` is the index of one of them */
function hasOwnLine(page: PageLines, from: number, card: number, isOwn: (index: number) => boolean): boolean {
  for (const step of [-1, 1])
    for (let index = from, left = MAX_SCANNED; left > 0 && isInCard(page, index, card); index += step, left--)
      if (isOwn(index)) return true
  return false
}

function isInCard({ lines, parents }: PageLines, index: number, card: number): boolean {
  let at = lines[index]?.inner ?? -1
  // An element within the card has a greater number.
  while (at > card) at = parents[at]!
  return at === card
}

/** Maximum share of the text of a sentence that is in links. Titles of cards are links as a whole. */
const MAX_LINKED = 0.7

/** @returns whether two sentences with the same text have links to different pages */
function leadsElsewhere(line: PageLine, original: PageLine): boolean {
  if (line.linked === 0 || line.linked > line.text.length * MAX_LINKED) return false
  return targetsOf(line) !== targetsOf(original)
}

function targetsOf({ nodes }: PageLine): string {
  return nodes.map(targetOf).join('\n')
}

/** @returns whether a line is the heading of a section, not a link, and its original is no heading */
function isNamedBy(page: PageLines, line: PageLine, original: Original): boolean {
  return line.linked === 0 && isHeadingLine(page, line) && !isHeadingLine(page, original.line)
}
