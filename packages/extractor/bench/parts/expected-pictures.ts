import { elementsOf, isElement, type PageElement, type PageParent } from '../../src/dom/page-tree.ts'
import type { AnnotatedArticle } from './annotated-article.ts'
import type { Part } from './part.ts'
import { isSitePicture, pictureNames } from './picture-names.ts'
import { closest, textPart } from './read-parts.ts'

/** Maximum number of levels between a picture and the paragraphs beside it. */
const MAX_LEVELS = 5
/** Maximum number of elements between a picture and the paragraphs before and after it. */
const MAX_DISTANCE = 3
const FIGURE = new Set(['figure'])
const CAPTION_CLASS = /caption|credit|source|legend|photo-?by/i

/**
 * @param elements the elements of the page that readers see
 * @param base base for relative addresses
 * @returns the pictures between two paragraphs of the annotated text, and their captions. A picture counts if it has the
 *   address of a file that is not a placeholder, an icon or a tracker, and if it, or one of five elements around it
 *   without other text than a caption, has annotated paragraphs at most three elements before and after it.
 */
export function expectedPictures(article: AnnotatedArticle, elements: readonly PageElement[], base: string): Part[] {
  return elements
    .filter((element) => element.tagName === 'img')
    .flatMap((image) => {
      const names = pictureNames(image, base)
      if (names.length === 0 || isSitePicture(image, names) || !isBetweenParagraphs(article, image)) return []
      return [{ kind: 'pictures' as const, keys: names }, ...captionOf(article, image)]
    })
}

function captionOf(article: AnnotatedArticle, image: PageElement): Part[] {
  const figure = closest(image, FIGURE)
  return figure === undefined ? [] : elementsOf(figure).flatMap((inside) => captionPart(article, inside))
}

function captionPart(article: AnnotatedArticle, element: PageElement): Part[] {
  return element.tagName === 'figcaption' ? textPart(article.page, element) : []
}

function isBetweenParagraphs(article: AnnotatedArticle, image: PageElement): boolean {
  let at: PageParent | null = image
  for (let level = 0; level <= MAX_LEVELS && at !== null && isElement(at); level++) {
    if (!hasOnlyCaptions(article, at)) return article.has(at) && isBeside(article, at)
    if (isBeside(article, at)) return true
    at = at.parentNode
  }
  return false
}

/** @returns whether an element has no text except captions */
function hasOnlyCaptions(article: AnnotatedArticle, element: PageElement): boolean {
  return article.page.textOf(element, (inside) => isCaption(inside)) === ''
}

function isCaption({ tagName, attrs }: PageElement): boolean {
  return tagName === 'figcaption' || attrs.some(({ name, value }) => name === 'class' && CAPTION_CLASS.test(value))
}

/** @returns whether annotated paragraphs are near on both sides of the element */
function isBeside(article: AnnotatedArticle, element: PageElement): boolean {
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? []
  const index = siblings.indexOf(element)
  const before = siblings.slice(Math.max(0, index - MAX_DISTANCE), index)
  const after = siblings.slice(index + 1, index + 1 + MAX_DISTANCE)
  return (
    before.some((sibling) => article.hasParagraphAt(sibling, 'last')) &&
    after.some((sibling) => article.hasParagraphAt(sibling, 'first'))
  )
}
