import {
  attributeOf,
  createElement,
  elementsOf,
  isElement,
  isText,
  setChildren,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'

/** Blocks that are removed if they contain only blank space. */
const REMOVABLE_BLOCKS = new Set(
  'address article aside blockquote center div footer h1 h2 h3 h4 h5 h6 header li main ol p section ul'.split(' '),
)
/** Elements that start and end a line, and stay even if they are empty. Line breaks at their edges are removed. */
const CELL_ELEMENTS = new Set('dd details dt figcaption figure td th'.split(' '))
/** Block elements that are in neither `REMOVABLE_BLOCKS` nor `CELL_ELEMENTS`. */
const OTHER_BLOCKS = new Set('audio dl hr iframe pre table video'.split(' '))
/** Inline elements that show nothing if they are empty. */
const INLINE_ELEMENTS = new Set('a abbr b big cite em font i label small span strong sub sup u'.split(' '))
/** White space, no-break space, and characters without width. */
const BLANK_TEXT = /^[\s\u00AD\u200B-\u200F\u2060\uFEFF]*$/
/**
 * Maximum number of successive line breaks. The first ends a line, and the second makes an empty line, as between the
 * stanzas of a poem. Further ones are removed.
 */
const MAX_BREAKS = 2

/**
 * Removes blank space that pages use in place of margins: empty blocks, line breaks at the edges of a block, more than
 * one empty line, and rules at the start and the end of the text.
 *
 * @param root the article, changed in place
 * @returns the number of removed elements
 */
export function dropBlankSpace(root: PageElement): number {
  const elements = elementsOf(root)
  const blank = blankElements(elements)
  for (const element of [root, ...elements]) {
    const isBlock = element === root || REMOVABLE_BLOCKS.has(element.tagName) || CELL_ELEMENTS.has(element.tagName)
    if (isBlock && element.childNodes.some((child) => isBlank(child, blank)))
      setChildren(element, withoutRuns(element.childNodes, blank))
  }
  dropOuterRules(root, 'first')
  dropOuterRules(root, 'last')
  return elements.length - elementsOf(root).length
}

/**
 * @returns the elements that show nothing. Elements are checked from the inside out, because a block of blank elements
 * is blank too.
 */
function blankElements(elements: readonly PageElement[]): Set<PageElement> {
  const blank = new Set<PageElement>()
  for (const element of elements.toReversed()) {
    if (isBlankKind(element) && element.childNodes.every((child) => isBlank(child, blank))) blank.add(element)
  }
  return blank
}

/**
 * @returns whether an element may be removed if it is blank. Inline elements with an id or a name stay, because links
 * within the page may lead to them.
 */
function isBlankKind(element: PageElement): boolean {
  if (element.tagName === 'br' || REMOVABLE_BLOCKS.has(element.tagName)) return true
  return (
    INLINE_ELEMENTS.has(element.tagName) && (attributeOf(element, 'id') ?? attributeOf(element, 'name')) === undefined
  )
}

function isBlank(node: PageNode, blank: ReadonlySet<PageElement>): boolean {
  return isText(node) ? BLANK_TEXT.test(node.value) : !isElement(node) || blank.has(node)
}

/**
 * @returns the children of a block, with each series of blank nodes shortened. Within a line of text, line breaks stay.
 */
function withoutRuns(children: readonly PageNode[], blank: ReadonlySet<PageElement>): PageNode[] {
  const kept: PageNode[] = []
  let run: PageNode[] = []
  for (const child of children) {
    if (isBlank(child, blank)) run.push(child)
    else {
      kept.push(...shortenRun(run, isInText(kept.at(-1)) && isInText(child)), child)
      run = []
    }
  }
  return [...kept, ...shortenRun(run, false)]
}

/**
 * @param run successive blank nodes
 * @param isWithinText whether inline nodes precede and follow them
 * @returns the nodes that stay. Within text, these are up to `MAX_BREAKS` line breaks, if there are any. Otherwise,
 * these are the nodes that do not end a line.
 */
function shortenRun(run: readonly PageNode[], isWithinText: boolean): PageNode[] {
  const breaks = run.filter(endsLine).slice(0, MAX_BREAKS)
  if (breaks.length > 0 && isWithinText) return breaks.map(() => createElement('br', {}, []))
  return run.filter((node) => !endsLine(node))
}

function endsLine({ nodeName }: PageNode): boolean {
  return nodeName === 'br' || REMOVABLE_BLOCKS.has(nodeName)
}

/** @returns whether a node is part of a line of text, not a block */
function isInText(node: PageNode | undefined): boolean {
  if (node === undefined) return false
  return ![REMOVABLE_BLOCKS, CELL_ELEMENTS, OTHER_BLOCKS].some((kinds) => kinds.has(node.nodeName))
}

/** Removes `hr` elements at the start or the end of the text, also those inside of the first or last block. */
function dropOuterRules(root: PageElement, edge: 'first' | 'last'): void {
  let parent = root
  for (;;) {
    const visible = parent.childNodes.filter((child) => !isText(child) || !BLANK_TEXT.test(child.value))
    const outer = edge === 'first' ? visible[0] : visible.at(-1)
    if (outer === undefined || !isElement(outer)) return
    if (outer.tagName === 'hr')
      setChildren(
        parent,
        parent.childNodes.filter((child) => child !== outer),
      )
    else if (REMOVABLE_BLOCKS.has(outer.tagName)) parent = outer
    else return
  }
}
