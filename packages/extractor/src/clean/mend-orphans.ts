import { hasMediaBeside } from '../blocks/media-beside.ts'
import {
  attributeOf,
  detachNode,
  elementsOf,
  findElement,
  isElement,
  setChildren,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { isHeadingElement } from '../dom/select-elements.ts'
import { isContentsLabel } from './unrelated-line-patterns.ts'

const BLOCKS = new Set('h1 h2 h3 h4 h5 h6 p div ul ol dl table pre blockquote figure section'.split(' '))
/** Level of the heading that a question becomes whose answer is not folded any more. */
const QUESTION = 'h4'

/**
 * Gives captions and questions that stand alone the elements that mean the same: the caption of a picture that is not in
 * the article becomes a paragraph, and the line of a folded text whose box is gone becomes a heading. The label of a table of
 * contents that is not in the article is removed, and so is the label of an open fold that only says that it folds.
 *
 * @param root the article, changed in place
 * @returns the number of changed elements
 */
export function mendOrphans(root: PageElement): number {
  const inFigures = new Set<PageParent>()
  const all = elementsOf(root)
  const labels = loneContentsLabels(all)
  detachNode(root, labels)
  const changed = labels.size + openIdleFolds(all)
  let count = changed
  for (const element of changed > 0 ? elementsOf(root) : all) {
    const { tagName, parentNode } = element
    if (tagName === 'figure' || inFigures.has(parentNode!)) inFigures.add(element)
    const isLone =
      tagName === 'summary'
        ? parentNode?.nodeName !== 'details'
        : tagName === 'figcaption' && !inFigures.has(element) && !hasMediaBeside(element)
    if (!isLone) continue
    rename(element, tagName === 'summary' ? QUESTION : 'p')
    count += 1
  }
  return count
}

/** Matches labels that say only that a text can be folded. */
const FOLD_LABEL =
  /^[\s[(+−–-]{0,3}(?:expand|collapse|show|hide|toggle)(?: (?:the )?(?:description|details|content|text))?[\s\])]{0,2}$/i

/** Turns open folds whose labels say nothing about their text into boxes. @returns their number */
function openIdleFolds(elements: readonly PageElement[]): number {
  let count = 0
  for (const fold of elements) {
    if (fold.tagName !== 'details' || attributeOf(fold, 'open') === undefined) continue
    const label = fold.childNodes.filter(isElement).find(({ tagName }) => tagName === 'summary')
    if (label === undefined || !FOLD_LABEL.test(textOf(label, MAX_LABEL).trim())) continue
    fold.tagName = fold.nodeName = 'div'
    setChildren(
      fold,
      fold.childNodes.filter((node) => node !== label),
    )
    count += 1
  }
  return count
}

const TEXT_BLOCKS = new Set('h1 h2 h3 h4 h5 h6 p ul ol dl table pre'.split(' '))
const MAX_LABEL = 60
/** Minimum length in characters of a paragraph that is not an entry of a table of contents. */
const MIN_PARAGRAPH = 80

/** @returns the headings that are the label of a table of contents, but stand above a paragraph or another heading */
function loneContentsLabels(elements: readonly PageElement[]): Set<PageElement> {
  const found = new Set<PageElement>()
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index]!
    if (!isHeadingElement(element) || !isContentsLabel(textOf(element, MAX_LABEL).trim())) continue
    const next = elements
      .slice(index + 1, index + 1 + MAX_LABEL)
      .find((one) => TEXT_BLOCKS.has(one.tagName) && textOf(one, MAX_LABEL).trim() !== '')
    if (next === undefined) continue
    if (isParagraph(next) || isHeadingElement(next)) found.add(element)
  }
  return found
}

/** Matches the end of a sentence of several words. Entries of a table of contents have no full stop. */
const SENTENCE = /\p{L}\s+\S+\s+\S*\p{L}[.!?。！？]$/u

function isParagraph(element: PageElement): boolean {
  const text = element.tagName === 'p' ? textOf(element, MIN_PARAGRAPH * 2).trim() : ''
  if (text.length >= MIN_PARAGRAPH) return true
  return SENTENCE.test(text) && findElement(element, ({ tagName }) => tagName === 'a') === undefined
}

/** Renames an element; one that contains blocks becomes a plain box. */
function rename(element: PageElement, name: string): void {
  const containsBlock = elementsOf(element).some(({ tagName }) => BLOCKS.has(tagName))
  element.tagName = element.nodeName = containsBlock ? 'div' : name
}
