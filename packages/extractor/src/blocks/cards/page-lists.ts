import type { ElementList } from '../../dom/element-list.ts'
import { ancestorsOf } from '../../dom/select-elements.ts'
import { markFacts } from '../../find/boxes/facts.ts'

/** Matches the class name that Sphinx gives to a list of the pages below a page of a manual. */
const LIST_NAME = /(?:^|\s)toctree-wrapper(?=$|\s)/
/** Elements that contain the menus of a page. */
const MENUS = new Set(['nav', 'aside', 'header', 'footer'])

/**
 * Marks lists of pages in the text of a manual, so that later steps do not take them for menus. Whole pages of manuals consist
 * of them.
 *
 * @returns the number of these lists
 */
export function markPageLists(elements: ElementList): number {
  const lists = elements
    .withClass((classes) => LIST_NAME.test(classes))
    .filter((list) => ancestorsOf(list).every(({ tagName }) => !MENUS.has(tagName)))
  for (const list of lists) markFacts(list)
  return lists.length
}
