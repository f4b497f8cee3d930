import type { ElementList } from '../../dom/element-list.ts'
import {
  attributeOf,
  createElement,
  createText,
  isElement,
  setChildren,
  type PageElement,
} from '../../dom/page-tree.ts'

/** Matches the class name of a box in which JuxtaposeJS shows two pictures one above the other. */
const COMPARISON_NAME = /(?:^|\s)juxtapose(?=$|\s)/
const MAX_LABEL = 200

/**
 * Turns the pictures of comparisons into figures, whose captions are the labels and the sources that a script would show.
 *
 * @param elements the elements of the page, changed in place. The lazily loaded images still have their attributes
 * @returns the number of these figures
 */
export function labelComparedPictures(elements: ElementList): number {
  let count = 0
  for (const box of elements.withClass(COMPARISON_NAME)) {
    const labelled = box.childNodes.map((child) =>
      isElement(child) && child.tagName === 'img' ? withCaption(child) : child,
    )
    count += labelled.filter((child, index) => child !== box.childNodes[index]).length
    setChildren(box, labelled)
  }
  return count
}

/** @returns a figure with the picture and its label; the picture itself if it has none */
function withCaption(picture: PageElement): PageElement {
  const parts = ['data-label', 'data-credit'].map((name) => attributeOf(picture, name)?.slice(0, MAX_LABEL).trim())
  const caption = parts.filter(Boolean).join(' · ')
  if (caption === '') return picture
  return createElement('figure', {}, [picture, createElement('figcaption', {}, [createText(caption)])])
}
