import { sourceOf } from '../dom/copy-tree.ts'
import { isNamedClutter, namesOf } from '../dom/class-name-hints.ts'
import {
  attributeOf,
  createElement,
  createText,
  findElement,
  isElement,
  isText,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
  type PageText,
} from '../dom/page-tree.ts'
import { isBlock } from '../dom/text-measures.ts'
import { isNamedSubtitle } from './boxes/subtitle.ts'
import { isContentPicture } from './content-pictures.ts'
import { namesOfPicture, pictureName } from './picture-name.ts'

/** Boxes whose pictures belong to other pages or to the site. A header may be that of the article. */
const OTHER_BOXES = new Set('nav footer aside menu dialog form button li table'.split(' '))
const MAX_LEVELS_UP = 12
/** Maximum length in characters of a caption. */
const MAX_CAPTION = 600
/** Maximum number of elements between the title and the text. More are a menu or a list of other pages. */
const MAX_ELEMENTS = 200

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
 * title, the one that the page states for sharing, or one beside the title that is named as the picture of the article. Other
 * pictures there are often those of other pages, or of the site.
 *
 * @param page the page's tree, not changed
 * @returns the number of pictures added: 0 if the article already starts with a picture
 */
export function addLeadPicture(page: PageParent, article: Article): number {
  const { start, subtitle } = startOf(article.found)
  const figure = start && figureAbove(page, start, article)
  if (figure === undefined) return 0
  const parent = subtitle?.parentNode ?? article.found
  const at = subtitle === undefined ? 0 : parent.childNodes.indexOf(subtitle) + 1
  setChildren(parent, parent.childNodes.toSpliced(at, 0, figure))
  return 1
}

interface Start {
  /** the element of the page with which the article starts: a picture, or the one around the first text below a subtitle */
  readonly start: PageElement | undefined
  /** the subtitle above it, in the article */
  readonly subtitle: PageElement | undefined
}

function startOf(found: PageElement): Start {
  let subtitle: PageElement | undefined
  const waiting: PageNode[] = [found]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const source = sourceOf(node)
    if (source !== undefined && isElement(source) && source.tagName === 'img') return { start: source, subtitle }
    if (source !== undefined && isText(source) && source.value.trim() !== '')
      return { start: elementAround(source), subtitle }
    if (!isElement(node)) continue
    if (subtitle === undefined && node !== found && isSubtitle(node)) subtitle = node
    else waiting.push(...node.childNodes.toReversed())
  }
  return { start: undefined, subtitle }
}

/** @returns whether an element is a single line that is named as a subtitle */
function isSubtitle(element: PageElement): boolean {
  return isNamedSubtitle(element) && element.childNodes.every((child) => !isElement(child) || !isBlock(child))
}

function elementAround({ parentNode }: PageText): PageElement | undefined {
  return parentNode !== null && isElement(parentNode) ? parentNode : undefined
}

/** @returns a figure with copies of the first such picture before the start and of its caption; undefined if there is none */
function figureAbove(
  page: PageParent,
  start: PageElement,
  { found, titles, stated }: Article,
): PageElement | undefined {
  const name = pictureName(stated ?? '')
  let belowTitle = -1
  const waiting: PageNode[] = page.childNodes.toReversed()
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (!isElement(element)) continue
    if (element === start || belowTitle > MAX_ELEMENTS) return undefined
    if (belowTitle >= 0) belowTitle += 1
    if (titles.has(element)) belowTitle = 0
    const figure = isLead(element) ? figureOf(element, name, { isBelowTitle: belowTitle > 0, titles }) : undefined
    if (figure !== undefined) return isShown(found, namesOfPicture(element)) ? undefined : figure
    for (let i = element.childNodes.length - 1; i >= 0; i--) waiting.push(element.childNodes[i]!)
  }
  return undefined
}

function isShown(found: PageElement, names: readonly string[]): boolean {
  const isSame = (element: PageElement): boolean =>
    element.tagName === 'img' && namesOfPicture(element).some((name) => names.includes(name))
  return findElement(found, isSame) !== undefined
}

/** @returns whether an element is a picture, and none of the boxes around it belongs to other pages or to the site */
function isLead(image: PageElement): boolean {
  if (image.tagName !== 'img' || !isContentPicture(image)) return false
  return boxesAround(image).every((box) => !OTHER_BOXES.has(box.tagName) && (!isNamedClutter(box) || isMain(box)))
}

/** @returns whether a box states to be the main part, whatever its name: WordPress names it as the target of a skip link */
function isMain({ tagName }: PageElement): boolean {
  return tagName === 'main' || tagName === 'article' || tagName === 'body'
}

function boxesAround(image: PageElement): PageElement[] {
  const found: PageElement[] = []
  let at: PageParent | null = image.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && at !== null && isElement(at); level++, at = at.parentNode) found.push(at)
  return found
}

interface Place {
  readonly isBelowTitle: boolean
  readonly titles: ReadonlySet<PageElement>
}

/** @returns a figure with the picture, if it has the name, is below the title and has a caption, or is named a lead picture */
function figureOf(image: PageElement, name: string, { isBelowTitle, titles }: Place): PageElement | undefined {
  const text = captionOf(image)
  const isStated = name !== '' && namesOfPicture(image).includes(name)
  if (!isStated && (text === '' || !isBelowTitle) && !(isNamedLead(image) && isBesideTitle(image, titles)))
    return undefined
  const picture = { ...createElement('img', {}, []), attrs: image.attrs }
  const caption = text === '' ? [] : [createElement('figcaption', {}, [createText(text)])]
  return createElement('figure', {}, [picture, ...caption])
}

/** Matches names that content systems give to the picture of an article. */
const LEAD_NAME =
  /(?:^|[\s_-])(?:featured?|post|entry|article|lead|hero|single)-?(?:featured-?)?(?:image|img|media|thumbnail|thumb|photo|picture)(?=$|[\s_-])/i
/** Number of boxes around a picture of which one is named or contains the title. */
const MAX_NEAR_BOXES = 3

function isNamedLead(image: PageElement): boolean {
  // Some scripts set the address of the picture later.
  if ((attributeOf(image, 'src') ?? '/').endsWith('/')) return false
  return [image, ...boxesAround(image).slice(0, 2)].some((one) => LEAD_NAME.test(namesOf(one)))
}

/** @returns whether a box around the picture contains the title of the page */
function isBesideTitle(image: PageElement, titles: ReadonlySet<PageElement>): boolean {
  const near = boxesAround(image).slice(0, MAX_NEAR_BOXES)
  return near.some((box) => findElement(box, (element) => titles.has(element)) !== undefined)
}

function captionOf(image: PageElement): string {
  const figure = boxesAround(image).find(({ tagName }) => tagName === 'figure')
  const caption = figure && findElement(figure, ({ tagName }) => tagName === 'figcaption')
  return caption === undefined ? '' : textOf(caption, MAX_CAPTION).replaceAll(/\s+/g, ' ').trim()
}
