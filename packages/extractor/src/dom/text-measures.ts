import { sourceOf } from './copy-tree.ts'
import { elementsOf, isElement, isText, type PageElement, type PageNode, type PageParent } from './page-tree.ts'

/** Measures of an element and its descendants. Lengths are in characters; a run of white space counts as one. */
export interface Measures {
  text: number
  /** Characters inside links. */
  links: number
  commas: number
  /** Characters inside headings. */
  headings: number
  /** Characters inside lists. */
  lists: number
  /** Characters in paragraphs that have at least 80 characters and are not mostly links. */
  long: number
  paragraphs: number
  images: number
  items: number
  inputs: number
  frames: number
  /** Number of elements that start a new line. */
  blocks: number
  /** Number of code blocks, quotations and players. Rules about lengths never remove an element that contains one. */
  media: number
}

export type MeasuresOf = ReadonlyMap<PageParent, Measures>

const BLOCK_ELEMENTS = new Set(
  (
    'address article aside blockquote center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hr li main nav ol p pre section table tbody td tfoot th thead tr ul'
  ).split(' '),
)
const HEADING_ELEMENTS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const INPUT_ELEMENTS = new Set(['input', 'textarea', 'select', 'button'])
const MEDIA_ELEMENTS = new Set(['pre', 'video', 'audio', 'blockquote'])
const LONG_PARAGRAPH = 80

/** @returns whether the element starts a new line */
export function isBlock(element: PageElement): boolean {
  return BLOCK_ELEMENTS.has(element.tagName)
}

/**
 * Measures a tree from its leaves upwards, each node once.
 *
 * @param root the root of the measured tree
 * @param dropped elements that are ignored with their contents
 * @param whole measures of the whole tree, reused for elements without dropped descendants
 * @returns the measures of the root and of every remaining element
 */
export function measureTree(
  root: PageParent,
  dropped: ReadonlySet<PageElement>,
  whole?: MeasuresOf,
): Map<PageParent, Measures> {
  const measures = new Map<PageParent, Measures>()
  const parents = remainingElements(root, dropped)
  const outer = whole && ancestorsOf(dropped)
  for (let i = parents.length - 1; i >= 0; i--) {
    const parent = parents[i]!
    const known = outer?.has(parent) === false ? whole!.get(parent) : undefined
    if (known !== undefined) {
      measures.set(parent, known)
      continue
    }
    const own = measureOwnText(parent)
    for (const child of parent.childNodes) {
      const inner = isElement(child) ? measures.get(child) : undefined
      if (inner !== undefined) addMeasures(own, inner)
    }
    if (isElement(parent)) countElement(parent, own)
    measures.set(parent, own)
  }
  return measures
}

/**
 * Measures copies of elements that are already measured, without reading their texts again.
 *
 * @param root a new element with copies (see `copyTree`)
 * @param measured measures of the originals, without the elements that were not copied
 * @returns measures of the root and of every copy, which may be changed without changing those of the originals
 */
export function measureCopies(root: PageElement, measured: MeasuresOf): Map<PageParent, Measures> {
  const measures = new Map<PageParent, Measures>()
  const whole = emptyMeasures()
  for (const copy of elementsOf(root)) {
    const original: PageNode | undefined = sourceOf(copy)
    const inside = original !== undefined && isElement(original) ? measured.get(original) : undefined
    if (inside === undefined) return measureTree(root, new Set())
    measures.set(copy, { ...inside })
    if (copy.parentNode === root) addMeasures(whole, inside)
  }
  countElement(root, whole)
  measures.set(root, whole)
  return measures
}

function ancestorsOf(elements: ReadonlySet<PageElement>): Set<PageParent> {
  const found = new Set<PageParent>()
  for (const { parentNode } of elements) {
    let parent = parentNode
    while (parent !== null && !found.has(parent)) {
      found.add(parent)
      parent = isElement(parent) ? parent.parentNode : null
    }
  }
  return found
}

/** @returns the root and every element below it that is not dropped, in document order */
export function remainingElements(root: PageParent, dropped: ReadonlySet<PageElement>): PageParent[] {
  const found: PageParent[] = []
  const waiting: PageParent[] = [root]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    found.push(parent)
    for (let i = parent.childNodes.length - 1; i >= 0; i--) {
      const child = parent.childNodes[i]!
      if (isElement(child) && !dropped.has(child)) waiting.push(child)
    }
  }
  return found
}

/** @returns the measures of the text that is directly in an element, not in elements within it */
export function measureOwnText(parent: PageParent): Measures {
  const own = emptyMeasures()
  for (const child of parent.childNodes) if (isText(child)) countText(child.value, own)
  return own
}

/** @returns the measures of an empty tree */
export function emptyMeasures(): Measures {
  return {
    text: 0,
    links: 0,
    commas: 0,
    headings: 0,
    lists: 0,
    long: 0,
    paragraphs: 0,
    images: 0,
    items: 0,
    inputs: 0,
    frames: 0,
    blocks: 0,
    media: 0,
  }
}

const COMMA = 0x2c
/**
 * Code points of the commas in other scripts. Commas are counted because prose contains more of them than menus and
 * lists of links.
 */
const OTHER_COMMAS = new Set([0x60c, 0x3001, 0xfe50, 0xfe10, 0xfe11, 0x2e41, 0x2e34, 0x2e32, 0xff0c])
const FIRST_NON_ASCII_COMMA = 0x60c

/**
 * Adds the length and the commas of a text. It must be fast, because the characters of a page are counted several
 * times.
 */
function countText(text: string, own: Measures): void {
  let length = 0
  let commas = 0
  let inWord = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code <= 0x20 || code === 0xa0) {
      if (inWord) length += 1
      inWord = false
    } else {
      length += 1
      inWord = true
      if (code === COMMA || (code >= FIRST_NON_ASCII_COMMA && OTHER_COMMAS.has(code))) commas += 1
    }
  }
  own.text += length
  own.commas += commas
}

/** Adds measures to others, or subtracts them if the factor is -1. */
export function addMeasures(to: Measures, from: Measures, factor: 1 | -1 = 1): void {
  to.text += factor * from.text
  to.links += factor * from.links
  to.commas += factor * from.commas
  to.headings += factor * from.headings
  to.lists += factor * from.lists
  to.long += factor * from.long
  to.paragraphs += factor * from.paragraphs
  to.images += factor * from.images
  to.items += factor * from.items
  to.inputs += factor * from.inputs
  to.frames += factor * from.frames
  to.blocks += factor * from.blocks
  to.media += factor * from.media
}

function countElement(element: PageElement, own: Measures): void {
  const { tagName } = element
  if (tagName === 'a' && isPageLink(element)) own.links = own.text
  if (HEADING_ELEMENTS.has(tagName)) own.headings = own.text
  if (own.blocks === 0 && BLOCK_ELEMENTS.has(tagName) && own.text >= LONG_PARAGRAPH && own.links * 2 < own.text)
    own.long = own.text
  if (BLOCK_ELEMENTS.has(tagName)) own.blocks += 1
  countKind(tagName, own)
}

/** @returns false for mail addresses and telephone numbers, which are text, and for anchors without an address */
export function isPageLink({ attrs }: PageElement): boolean {
  for (const { name, value } of attrs) if (name === 'href') return !/^(?:mailto|tel):/i.test(value)
  return false
}

function countKind(tagName: string, own: Measures): void {
  if (tagName === 'p') own.paragraphs += 1
  else if (tagName === 'img') own.images += 1
  else if (tagName === 'li') own.items += 1
  else if (tagName === 'iframe') own.frames += 1
  else if (tagName === 'ul' || tagName === 'ol') own.lists = own.text
  else if (INPUT_ELEMENTS.has(tagName)) own.inputs += 1
  if (MEDIA_ELEMENTS.has(tagName)) own.media += 1
}

/** @returns the share of the text that is inside links, from 0 to 1 */
export function linkDensity({ text, links }: Pick<Measures, 'text' | 'links'>): number {
  return text === 0 ? 0 : links / text
}
