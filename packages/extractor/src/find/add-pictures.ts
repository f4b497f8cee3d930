import { sourceOf } from '../dom/copy-tree.ts'
import {
  attributeOf,
  createElement,
  createText,
  elementsOf,
  findElement,
  isElement,
  isText,
  nodesOf,
  setAttribute,
  setChildren,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { copyKeptNodes, isMedia } from '../lines/copy-kept-nodes.ts'
import { contentPictures } from './content-pictures.ts'

/** An article with at least this number of characters is a text, and its pictures are where the text is. */
const MIN_TEXT = 500
/** Minimum length in characters of a picture's title that is shown below it. Shorter ones are names of the picture. */
const MIN_TITLE = 20

/** The article after pictures were added. */
interface PicturesAdded {
  readonly root: PageElement | undefined
  readonly added: number
}

/**
 * Adds the pictures that are the content of a page with hardly any text: a comic strip, an episode, a photo essay. The
 * title text of such a picture is shown below it, because it belongs to a strip.
 *
 * @param page the page's tree, not changed
 * @param found the article so far; undefined if no text was found
 * @returns the article with the pictures at their places; undefined if the page has neither text nor such pictures
 */
export function addPictures(page: PageParent, found: PageElement | undefined): PicturesAdded {
  const length = found === undefined ? 0 : textLength(found)
  const body = findElement(page, ({ tagName }) => tagName === 'body')
  if (length >= MIN_TEXT || body === undefined) return { root: found, added: 0 }
  const pictures = contentPictures(body)
  if (pictures.length === 0) return { root: length === 0 ? undefined : found, added: 0 }
  return withPictures(body, length === 0 ? undefined : found, pictures)
}

/** @returns the number of characters other than white space at the edges of texts, counted up to `MIN_TEXT` */
function textLength(root: PageElement): number {
  let length = 0
  const waiting: PageParent[] = [root]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop())
    for (const child of parent.childNodes) {
      if (isText(child)) length += child.value.trim().length
      else if (isElement(child)) waiting.push(child)
      if (length >= MIN_TEXT) return length
    }
  return length
}

function withPictures(
  body: PageElement,
  found: PageElement | undefined,
  pictures: readonly PageElement[],
): PicturesAdded {
  const kept = found === undefined ? new Set<PageNode>() : sourcesOf(found)
  const missing = pictures.filter((picture) => !kept.has(picture))
  // An article that was not copied from the page has no place for the pictures.
  if (found !== undefined && kept.size === 0) return { root: found, added: 0 }
  const root = found !== undefined && missing.length === 0 ? found : copyKeptNodes(body, new Set([...kept, ...missing]))
  for (const element of elementsOf(root)) if (element.tagName === 'img') showTitle(element)
  return { root, added: missing.length }
}

/** @returns the texts and media of the page that an article consists of; empty if it consists of other nodes */
function sourcesOf(root: PageElement): Set<PageNode> {
  const sources = new Set<PageNode>()
  for (const node of nodesOf(root)) {
    const source = isText(node) || (isElement(node) && isMedia(node)) ? sourceOf(node) : undefined
    if (source !== undefined) sources.add(source)
  }
  return sources
}

/** Puts the picture in a figure with its title as caption. */
function showTitle(image: PageElement): void {
  const title = attributeOf(image, 'title')?.trim() ?? ''
  const shown = linkAround(image)
  const { parentNode: parent } = shown
  if (title.length < MIN_TITLE || title === attributeOf(image, 'alt')?.trim() || parent === null) return
  if (isElement(parent) && ['figure', 'picture', 'a', 'p'].includes(parent.tagName)) return
  setAttribute(image, 'title', undefined)
  const caption = createElement('figcaption', {}, [createText(title.slice(0, 1000))])
  const figure = createElement('figure', {}, [])
  setChildren(
    parent,
    parent.childNodes.map((child) => (child === shown ? figure : child)),
  )
  setChildren(figure, [shown, caption])
}

/** @returns the link that contains only the picture, such as one to the next strip; the picture if there is none */
function linkAround(image: PageElement): PageElement {
  const { parentNode: parent } = image
  if (parent === null || !isElement(parent) || parent.tagName !== 'a') return image
  const others = parent.childNodes.filter((child) => child !== image && !(isText(child) && child.value.trim() === ''))
  return others.length === 0 ? parent : image
}
