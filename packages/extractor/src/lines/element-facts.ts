import { isNamedClutter, isUnlikely, nameWeight } from '../dom/class-name-hints.ts'
import { attributeOf, type PageElement } from '../dom/page-tree.ts'
import type { PageLines } from './page-lines.ts'

/**
 * Features of the elements of a page, from which the features of lines are computed. Each array has one value for each
 * element.
 */
export interface ElementFacts {
  /** Bit set of `SURROUNDINGS`: the kinds of the element and of all elements around it. */
  readonly surroundings: Uint32Array
  readonly depth: Uint16Array
  /** Weight of the element's class names (see `nameWeight`) plus half of the parent's weight. */
  readonly weight: Float32Array
  /** Sums over the lines within the element: characters, characters in links, and number of lines. */
  readonly text: Float64Array
  readonly linked: Float64Array
  readonly lines: Uint32Array
  /** Number of characters in the lines of the element that the rules (the extraction steps before the model) keep. */
  readonly kept: Float64Array
}

/** Kinds of elements around a line. The index of a kind is its bit in `surroundings`. */
export const SURROUNDINGS = (
  'nav header footer aside form table list figure article main section heading quote code clutter unlikely ' +
  'comment meta'
).split(' ')

const SURROUNDING_BITS: ReadonlyMap<string, number> = new Map(SURROUNDINGS.map((name, index) => [name, 1 << index]))
const bit = (name: string): number => SURROUNDING_BITS.get(name)!

const BY_TAG: ReadonlyMap<string, number> = new Map(
  Object.entries({
    nav: 'nav',
    menu: 'nav',
    header: 'header',
    footer: 'footer',
    aside: 'aside',
    form: 'form',
    fieldset: 'form',
    table: 'table',
    ul: 'list',
    ol: 'list',
    dl: 'list',
    figure: 'figure',
    figcaption: 'figure',
    article: 'article',
    main: 'main',
    section: 'section',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    blockquote: 'quote',
    pre: 'code',
  }).map(([tag, name]) => [tag, bit(name)]),
)
const BY_ROLE: Readonly<Record<string, number>> = {
  navigation: bit('nav'),
  menu: bit('nav'),
  menubar: bit('nav'),
  banner: bit('header'),
  contentinfo: bit('footer'),
  complementary: bit('aside'),
  search: bit('form'),
  main: bit('main'),
  article: bit('article'),
}

/** Matches class names of comments. `META_NAME` matches class names of bylines, dates, tags and captions. */
const COMMENT_NAME = /comment|disqus|reply|replies|discussion|review/i
const META_NAME = /meta|byline|author|date|time|tag|categor|breadcrumb|share|social|credit|caption/i

/** @returns the features of all elements on a page */
export function elementFacts(page: PageLines, isKept: Uint8Array): ElementFacts {
  const count = page.elements.length
  const facts = {
    surroundings: new Uint32Array(count),
    depth: new Uint16Array(count),
    weight: new Float32Array(count),
    text: new Float64Array(count),
    linked: new Float64Array(count),
    lines: new Uint32Array(count),
    kept: new Float64Array(count),
  }
  const judge = nameJudge(page)
  const holdsLines = elementsWithLines(page)
  for (let i = 0; i < count; i++) {
    if (holdsLines[i] === 0) continue
    const parent = page.parents[i]!
    const { bits, weight } = judge(i)
    facts.surroundings[i] = bits | (parent < 0 ? 0 : facts.surroundings[parent]!)
    facts.depth[i] = parent < 0 ? 0 : facts.depth[parent]! + 1
    facts.weight[i] = weight + (parent < 0 ? 0 : facts.weight[parent]! / 2)
  }
  sumLines(page, facts, isKept)
  return facts
}

/** @returns 1 for each element that contains a line, otherwise 0 */
function elementsWithLines({ elements, parents, lines }: PageLines): Uint8Array {
  const found = new Uint8Array(elements.length)
  for (const { inner, block } of lines) {
    for (const first of [inner, block])
      for (let at = first; at >= 0 && found[at] === 0; at = parents[at]!) found[at] = 1
  }
  return found
}

function sumLines({ lines, parents }: PageLines, facts: ElementFacts, isKept: Uint8Array): void {
  for (let index = 0; index < lines.length; index++) {
    const { inner, text, linked } = lines[index]!
    facts.text[inner]! += text.length
    facts.linked[inner]! += linked
    facts.lines[inner]! += 1
    if (isKept[index] === 1) facts.kept[inner]! += text.length
  }
  for (let i = parents.length - 1; i > 0; i--) {
    const parent = parents[i]!
    facts.text[parent]! += facts.text[i]!
    facts.linked[parent]! += facts.linked[i]!
    facts.lines[parent]! += facts.lines[i]!
    facts.kept[parent]! += facts.kept[i]!
  }
}

interface Judged {
  readonly bits: number
  readonly weight: number
}

const NO_HINT: Judged = { bits: 0, weight: 0 }

/**
 * @returns a function that evaluates the tag, the role and the class names of the element with an index. Results are
 *   cached, because names recur on a page.
 */
function nameJudge({ elements, names }: PageLines): (index: number) => Judged {
  const known: Judged[] = []
  return (index) => {
    const element = elements[index]!
    const byTag = BY_TAG.get(element.tagName) ?? 0
    if (element.attrs.length === 0) return byTag === 0 ? NO_HINT : { bits: byTag, weight: 0 }
    const number = names.numberOf(index)
    const judged = (known[number] ??= judgeNames(element, names.texts[number]!))
    const role = attributeOf(element, 'role')
    const byRole = role !== undefined && Object.hasOwn(BY_ROLE, role) ? BY_ROLE[role]! : 0
    const own = byTag | byRole
    return own === 0 ? judged : { bits: judged.bits | own, weight: judged.weight }
  }
}

function judgeNames(element: PageElement, names: string): Judged {
  let bits = 0
  if (names === '') return { bits, weight: 0 }
  if (isNamedClutter(element)) bits |= bit('clutter')
  if (isUnlikely(element)) bits |= bit('unlikely')
  if (COMMENT_NAME.test(names)) bits |= bit('comment')
  if (META_NAME.test(names)) bits |= bit('meta')
  return { bits, weight: nameWeight(element) }
}
