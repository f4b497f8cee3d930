import type { ElementList } from '../../dom/element-list.ts'
import { setAttribute, type PageElement } from '../../dom/page-tree.ts'
import { ancestorsOf } from '../../dom/select-elements.ts'
import { markFacts } from '../../find/boxes/facts.ts'

/** Matches the class names of lists of the pages below a page of a manual (Sphinx), and of cards in its text (Hextra, sphinx-design). */
const LIST_NAME = /(?:^|\s)(?:toctree-wrapper|hextra-cards|sd-card)(?=$|\s)/
/** Matches the class name of the end of such a card, which contains its link. */
const FOOTER_NAME = /(?:^|\s)sd-card-footer(?=$|\s)/
/** Elements that contain the menus of a page. */
const MENUS = new Set(['nav', 'aside', 'header', 'footer'])

/**
 * Marks lists of pages and cards in the text of a manual, so that later steps do not take them for menus. Whole pages of manuals
 * consist of them.
 *
 * @returns the number of these lists
 */
export function markPageLists(elements: ElementList): number {
  const lists = elements.withClass(LIST_NAME).filter(isInText)
  for (const list of lists) markFacts(list)
  if (lists.length === 0) return 0
  const footers = elements.withClass(FOOTER_NAME)
  for (const footer of footers) setAttribute(footer, 'class', undefined)
  return lists.length
}

function isInText(list: PageElement): boolean {
  return ancestorsOf(list).every(({ tagName }) => !MENUS.has(tagName))
}
