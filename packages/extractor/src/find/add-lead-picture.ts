import { sourceOf } from '../dom/copy-tree.ts'
import { isNamedClutter } from '../dom/class-name-hints.ts'
import {
  createElement,
  createText,
  findElement,
  isElement,
  isText,
  nodesOf,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { isContentPicture } from './content-pictures.ts'
import { namesOfPicture, pictureName } from './picture-name.ts'

/** Boxes whose pictures belong to other pages or to the site. A header may be that of the article. */
const OTHER_BOXES = new Set('nav footer aside menu dialog form button li table'.split(' '))
const MAX_LEVELS_UP = 12
/** Maximum length in characters of a caption. */
const MAX_CAPTION = 600
/** Maximum number of nodes between the title and the text. More are a menu or a list of other pages. */
const MAX_NODES = 400

interface Article {
  /** The article so far, changed in place. */
  readonly found: PageElement
  /** Headings with the title. */
  readonly titles: ReadonlySet<PageElement>
  /** Address of the picture that the page states for sharing. */
  readonly stated: string | undefined
}

/**
 * Adds the picture above the text, which many sites put into a header with the title: the first one with a caption below the
 * title, or the one that the page states for sharing. Other pictures there are often those of other pages, or of the site.
 *
 * @param page the page's tree, not changed
 * @returns the number of pictures added: 0 if the article already starts with a picture
 */
export function addLeadPicture(page: PageParent, article: Article): number {
  const { found, stated } = article
  const name = pictureName(stated ?? '')
  const figure = figureAbove(page, article, name)
  if (figure === undefined) return 0
  setChildren(found, [figure, ...found.childNodes])
  return 1
}

/** @returns a figure with copies of the first such picture and of its caption; undefined if there is none before the text */
function figureAbove(page: PageParent, { found, titles }: Article, name: string): PageElement | undefined {
  const sources = sourcesOf(found)
  let nodes = -1
  for (const node of nodesOf(page)) {
    if (sources.has(node) || nodes > MAX_NODES) return undefined
    if (nodes >= 0) nodes += 1
    if (!isElement(node)) continue
    if (titles.has(node)) nodes = 0
    const figure = isLead(node) ? figureOf(node, name, nodes > 0) : undefined
    if (figure !== undefined) return isShown(found, namesOfPicture(node)) ? undefined : figure
  }
  return undefined
}

/** @returns the texts and pictures of the page that the article consists of */
function sourcesOf(found: PageElement): Set<PageNode> {
  const sources = new Set<PageNode>()
  for (const node of nodesOf(found)) {
    const source = sourceOf(node)
    const isShownNode = isText(node) ? node.value.trim() !== '' : isElement(node) && node.tagName === 'img'
    if (source !== undefined && isShownNode) sources.add(source)
  }
  return sources
}

function isShown(found: PageElement, names: readonly string[]): boolean {
  const isSame = (element: PageElement): boolean =>
    element.tagName === 'img' && namesOfPicture(element).some((name) => names.includes(name))
  return findElement(found, isSame) !== undefined
}

/** @returns whether an element is a picture, and none of the boxes around it belongs to other pages or to the site */
function isLead(image: PageElement): boolean {
  if (image.tagName !== 'img' || !isContentPicture(image)) return false
  return boxesAround(image).every((box) => !OTHER_BOXES.has(box.tagName) && !isNamedClutter(box))
}

function boxesAround(image: PageElement): PageElement[] {
  const found: PageElement[] = []
  let at: PageParent | null = image.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && at !== null && isElement(at); level++, at = at.parentNode) found.push(at)
  return found
}

/** @returns a figure with the picture, if it has the name, or is below the title and has a caption */
function figureOf(image: PageElement, name: string, isBelowTitle: boolean): PageElement | undefined {
  const text = captionOf(image)
  const isStated = name !== '' && namesOfPicture(image).includes(name)
  if (!isStated && (text === '' || !isBelowTitle)) return undefined
  const picture = { ...createElement('img', {}, []), attrs: image.attrs }
  const caption = text === '' ? [] : [createElement('figcaption', {}, [createText(text)])]
  return createElement('figure', {}, [picture, ...caption])
}

function captionOf(image: PageElement): string {
  const figure = boxesAround(image).find(({ tagName }) => tagName === 'figure')
  const caption = figure && findElement(figure, ({ tagName }) => tagName === 'figcaption')
  return caption === undefined ? '' : textOf(caption, MAX_CAPTION).replaceAll(/\s+/g, ' ').trim()
}
