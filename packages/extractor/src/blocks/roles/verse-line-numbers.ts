import type { ElementList } from '../../dom/element-list.ts'
import { attributeOf, detachNode, firstElements, textOf, type PageElement } from '../../dom/page-tree.ts'
import { ancestorsOf } from '../../dom/select-elements.ts'

/** Matches names of numbers beside the lines of a poem: those of Project Gutenberg, Wikisource, TEI and others. */
const NAME = /(?:^|[\s_-])(?:line-?num(?:ber)?s?|line-?no|pline|verse-?line-?(?:num(?:ber)?|no)|lnum)(?=$|[\s_-])/i
/** Matches the style of a text beside the line that contains it. */
const BESIDE = /(?:^|[;\s])(?:float\s{0,9}:\s{0,9}(?:left|right)|position\s{0,9}:\s{0,9}absolute)/i
const NUMBER = /^\s{0,9}([1-9]\d{0,4})\s{0,9}$/
const MAX_DIGITS = 30
/** Parts of a page in which numbers are content, or are treated by other steps. */
const OTHERS = new Set(['pre', 'code', 'table', 'nav', 'a'])
/** Steps in which poems count their lines. Without a name, only multiples of the longer ones count. */
const STEPS = new Set([1, 2, 3, 4, 5, 10, 20])
const LONG_STEPS = new Set([5, 10])

/**
 * Removes the numbers of lines beside poems, such as every fifth, which would stand in the text. They are marked by a name, or
 * float beside the lines, and count up in equal steps. Numbers of verses and paragraphs have other names, and stay.
 *
 * @param elements the elements of the page
 * @returns the number of removed elements
 */
export function dropVerseLineNumbers(elements: ElementList): number {
  const named = elements.withClass(NAME)
  const beside = elements.withAttribute('style').filter(isBeside)
  const numbers = new Set([...countedIn(named, STEPS), ...countedIn(beside, LONG_STEPS)])
  if (numbers.size > 0) detachNode(elements.root, numbers)
  return numbers.size
}

function isBeside(element: PageElement): boolean {
  return BESIDE.test((attributeOf(element, 'style') ?? '').slice(0, 300))
}

/** @returns the elements that are one of several numbers, each larger by the same step than that before it */
function countedIn(elements: readonly PageElement[], steps: ReadonlySet<number>): PageElement[] {
  const all = elements.flatMap((element) => {
    const number = NUMBER.exec(textOf(element, MAX_DIGITS))?.[1]
    return number === undefined || isOther(element) ? [] : [{ element, number: Number(number) }]
  })
  const found: PageElement[] = []
  for (let start = 0; start < all.length;) {
    const step = (all[start + 1]?.number ?? 0) - all[start]!.number
    let end = start + 1
    while (end < all.length && all[end]!.number - all[end - 1]!.number === step) end += 1
    const isCount = steps.has(step) && (steps !== LONG_STEPS || all[start]!.number % step === 0)
    if (isCount) found.push(...all.slice(start, end).map(({ element }) => element))
    start = isCount ? end : Math.max(end - 1, start + 1)
  }
  return found
}

/** @returns whether an element is in such a part of the page, or is or contains a link, such as the number of comments */
function isOther(element: PageElement): boolean {
  return [element, ...firstElements(element, MAX_DIGITS), ...ancestorsOf(element)].some(({ tagName }) =>
    OTHERS.has(tagName),
  )
}
