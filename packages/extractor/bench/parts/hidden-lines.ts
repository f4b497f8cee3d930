import {
  elementsOf,
  isElement,
  isText,
  nodesOf,
  textOf,
  type PageElement,
  type PageParent,
} from '../../src/dom/page-tree.ts'
import { parseHtmlFragment } from '../../src/dom/parse-page.ts'
import { measureTree } from '../../src/dom/text-measures.ts'
import { controlsIn, foldingOf } from '../../src/hidden/folded-text.ts'
import { contentText } from '../content-text.ts'
import { isHiddenElement } from './left-out-elements.ts'
import { squeeze } from './squeeze.ts'

/** Minimum number of letters and digits of a line that is looked for. */
const MIN_LINE = 20

/** Lines of an article that exist only in elements that browsers hide. */
export interface HiddenLines {
  /** Lines in elements that readers can open, such as answers below a question. */
  readonly folded: readonly string[]
  /** All others. */
  readonly hidden: readonly string[]
}

/**
 * @param root the tree of a page
 * @returns a function that returns the hidden lines of an article, which is HTML, of that page
 */
export function openHiddenLines(root: PageParent): (content: string) => HiddenLines {
  const { shown, hidden, elements } = textsOf(root)
  return (content) => {
    const lines = hidden === '' ? [] : contentText(content, true).split('\n')
    const found = lines.filter((line) => {
      const letters = squeeze(line)
      return letters.length >= MIN_LINE && !shown.includes(letters) && hidden.includes(letters)
    })
    if (found.length === 0) return { folded: [], hidden: [] }
    const folded = foldedText(root, elements)
    const isFolded = (line: string): boolean => folded.includes(squeeze(line))
    return { folded: found.filter(isFolded), hidden: found.filter((line) => !isFolded(line)) }
  }
}

/** @returns what a page shows and hides. The content of a `noscript` counts as shown. */
function textsOf(root: PageParent): { shown: string; hidden: string; elements: readonly PageElement[] } {
  const insideHidden = new Set<PageParent>()
  const elements: PageElement[] = []
  let [shown, hidden] = ['', '']
  for (const node of nodesOf(root)) {
    const isInside = node.parentNode !== null && insideHidden.has(node.parentNode)
    if (isElement(node) && (isInside || isHiddenElement(node))) {
      insideHidden.add(node)
      if (!isInside) elements.push(node)
    } else if (isElement(node) && node.tagName === 'noscript') shown += squeeze(textOf(parseHtmlFragment(textOf(node))))
    else if (isText(node) && isInside) hidden += squeeze(node.value)
    else if (isText(node)) shown += squeeze(node.value)
  }
  return { shown, hidden, elements }
}

/** @returns the text of the outermost hidden elements that readers can open, or that contain such an element */
function foldedText(root: PageParent, hidden: readonly PageElement[]): string {
  const measures = measureTree(root, new Set())
  const controls = controlsIn(root)
  return hidden
    .flatMap((element) => [element, ...elementsOf(element)])
    .filter((element) => isHiddenElement(element))
    .filter(
      (element) =>
        foldingOf(
          element,
          () => measures.get(element)!,
          () => controls,
        ) !== undefined,
    )
    .map((element) => squeeze(textOf(element, Infinity)))
    .join(' ')
}
