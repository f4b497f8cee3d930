import { attributeOf, isElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { isInside } from '../dom/select-elements.ts'
import { remainingElements, type Measures, type MeasuresOf } from '../dom/text-measures.ts'

/** Minimum share of the page's content in the wider container. In a `main` element, half of this share is enough. */
const MIN_CONTENT_SHARE = 0.8
/**
 * If a page has at least this number of characters in long paragraphs, only long paragraphs count as content. A page
 * with fewer is a list, a shop or a form, where all text counts.
 */
const MIN_PROSE_CHARACTERS = 400

/**
 * Finds a container to compare with the first choice: the page's `main` element if it has enough content, or else the
 * smallest element around the first choice with most of the page's content.
 *
 * @param top the first choice
 * @param measures measures of the page without its clutter
 * @returns the container; undefined if that is the first choice itself
 */
export function widerContainer(
  top: PageElement,
  body: PageElement,
  { measures, dropped }: { readonly measures: MeasuresOf; readonly dropped: ReadonlySet<PageElement> },
): PageElement | undefined {
  const worth = contentScore(measures.get(body)!)
  const enough = worth(measures.get(body)!) * MIN_CONTENT_SHARE
  const holdsMost = (element: PageElement): boolean => worth(measures.get(element)!) >= enough
  const main = remainingElements(body, dropped).find((element) => isElement(element) && isMain(element))
  if (main !== undefined && isElement(main) && worth(measures.get(main)!) * 2 >= enough && !isInside(main, top))
    return main
  const around = [...selfAndAncestors(top, body)].find(holdsMost) ?? body
  return around === top ? undefined : around
}

/**
 * @returns a function for the amount of content in an element, in characters. Content is the text of long paragraphs;
 * on a page with few of them, it is all text outside of links.
 */
export function contentScore(page: Measures): (inside: Measures) => number {
  return page.long >= MIN_PROSE_CHARACTERS ? ({ long }) => long : ({ text, links }) => text - links
}

function isMain(element: PageElement): boolean {
  return element.tagName === 'main' || attributeOf(element, 'role') === 'main'
}

function* selfAndAncestors(from: PageElement, body: PageElement): Generator<PageElement> {
  let parent: PageParent | null = from
  while (parent !== null && isElement(parent)) {
    yield parent
    if (parent === body) return
    parent = parent.parentNode
  }
}
