import {
  attributeOf,
  createElement,
  createText,
  elementsOf,
  isElement,
  isText,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'

/** Inline elements that pages show as boxes with a margin, such as a row of tags or sizes. */
const INLINE_BOXES = new Set(['a', 'button', 'label', 'span'])
/** Minimum length in characters of a word in a span. Single letters are often styled one by one. */
const MIN_WORD = 3
const MAX_WORD = 60
const KEEPS_SPACE = new Set(['pre', 'code'])

/**
 * Inserts a space between inline elements whose words would run together without the style of the page, such as two
 * links, or two spans with classes of which the second starts with a capital letter or a number; and line breaks
 * between the lines of a verse, each a span. Between a term and its kind, inserts the colon that the style shows.
 *
 * @param root the article, changed in place
 * @returns the number of inserted spaces and line breaks
 */
export function separateWords(root: PageElement): number {
  let inserted = 0
  const preformatted = new Set<unknown>()
  for (const parent of [root, ...elementsOf(root)]) {
    if (KEEPS_SPACE.has(parent.tagName) || preformatted.has(parent.parentNode)) {
      preformatted.add(parent)
      continue
    }
    const children = withBreaks(parent) ?? withColons(parent) ?? withSpaces(parent.childNodes)
    if (children === undefined) continue
    inserted += children.length - parent.childNodes.length
    setChildren(parent, children)
  }
  return inserted
}

/** Minimum number of spans that are the lines of a verse. */
const MIN_LINES = 3
const VERSES = new Set(['p', 'div', 'blockquote'])
const MAX_VERSE_LINE = 200

/** @returns the children of a box with line breaks between them, if they are nothing but spans of several words without space between them */
function withBreaks({ tagName, childNodes }: PageElement): PageNode[] | undefined {
  if (childNodes.length < MIN_LINES || childNodes[1]!.nodeName !== 'span' || !VERSES.has(tagName)) return undefined
  const lines = childNodes.filter((node) => !isText(node) || node.value.trim() !== '')
  if (lines.length < MIN_LINES || lines.length < childNodes.length - 2 || !lines.every(isPhrase)) return undefined
  // White space within the row means that the page separates the spans itself.
  if (childNodes.slice(1, -1).some(isText)) return undefined
  return lines.flatMap((line, index) => (index === 0 ? [line] : [createElement('br', {}, []), line]))
}

/** @returns whether a node is a span of several words without breaks */
function isPhrase(node: PageNode): boolean {
  if (
    !isElement(node) ||
    node.tagName !== 'span' ||
    node.childNodes.some((child) => isElement(child) && child.tagName === 'br')
  )
    return false
  const text = textOf(node, MAX_VERSE_LINE + 1).trim()
  return text.length <= MAX_VERSE_LINE && /[\p{L}\p{N},;’'-]\s+\p{L}/u.test(text)
}

/** Matches the class name that Sphinx and other programs with docutils give to the kind of a term, such as its type. */
const KIND_OF_TERM = /(?:^|\s)classifier(?=$|\s)/

/** @returns the children of a term with a colon before each kind; undefined if none is needed */
function withColons({ tagName, childNodes }: PageElement): PageNode[] | undefined {
  if (tagName !== 'dt') return undefined
  const isGlued = (node: PageNode, at: number): boolean =>
    at > 0 &&
    isElement(node) &&
    KIND_OF_TERM.test(attributeOf(node, 'class') ?? '') &&
    /[^\s:]$/.test(lastLetters(childNodes[at - 1]!))
  if (!childNodes.some(isGlued)) return undefined
  return childNodes.flatMap((node, at) => (isGlued(node, at) ? [createText(' : '), node] : [node]))
}

function lastLetters(node: PageNode): string {
  return isText(node) ? node.value.slice(-2) : isElement(node) ? textOf(node, MAX_WORD).slice(-2) : ''
}

/** @returns the nodes with spaces between them; undefined if none is needed */
function withSpaces(nodes: readonly PageNode[]): PageNode[] | undefined {
  let result: PageNode[] | undefined
  for (let i = 1; i < nodes.length; i++) {
    const [before, node] = [nodes[i - 1]!, nodes[i]!]
    if (isElement(before) && isElement(node) && runTogether(before, node)) {
      result ??= nodes.slice(0, i)
      result.push(createText(' '))
    }
    result?.push(node)
  }
  return result
}

function runTogether(one: PageElement, next: PageElement): boolean {
  if (next.tagName === 'cite' && NAMES.has(one.tagName)) return /[\p{L}\p{N}]$/u.test(textOf(one, MAX_WORD * 3))
  if (one.tagName !== next.tagName || !INLINE_BOXES.has(one.tagName)) return false
  const [before, after] = [textOf(one, MAX_WORD + 1), textOf(next, MAX_WORD + 1)]
  if (!/[\p{L}\p{N}]$/u.test(before) || !/^[\p{L}\p{N}]/u.test(after)) return false
  return one.tagName !== 'span' || areTwoWords(one, next, { before, after })
}

/** Elements that pages use for the author before the title of a source. */
const NAMES = new Set(['strong', 'b', 'span', 'a'])

interface Texts {
  readonly before: string
  readonly after: string
}

/** @returns whether two spans with classes contain words of their own, and not the parts of one */
function areTwoWords(one: PageElement, next: PageElement, { before, after }: Texts): boolean {
  if (before.length < MIN_WORD || before.length > MAX_WORD || after.length > MAX_WORD) return false
  const [name, nextName] = [attributeOf(one, 'class'), attributeOf(next, 'class')]
  if (name === undefined && nextName === undefined) return /\s/.test(before) && /^\p{Lu}\p{L}*\s/u.test(after)
  if (name === undefined || nextName === undefined || !/\p{Ll}$/u.test(before)) return false
  if (name === nextName) return after.length >= MIN_WORD && /^\p{Lu}/u.test(after)
  // A label and its value have different classes. So do the parts of a name, such as LightHouse.
  return /^(?:\d|\p{Lu}\p{L}*\s)/u.test(after)
}
