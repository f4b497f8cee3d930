import { attributeOf, isElement, isText, type PageElement, type PageParent } from '../../dom/page-tree.ts'

/** Matches the address of a picture's file. */
const PICTURE_FILE = /^[^?#]{1,2000}\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i
/** Matches a picture that a style attribute paints behind an element. */
const BACKGROUND =
  /(?:^|;)\s{0,9}background(?:-image)?\s{0,9}:[^;]{0,200}?url\(\s{0,9}["']?([^"')]{1,2000})["']?\s{0,9}\)/i
const MAX_STYLE = 3000
/** Number of boxes between a figure and what it shows. */
const MAX_LEVELS_UP = 3

/**
 * Turns elements that show a picture without an `img` into one: empty custom elements with the address of a file, for
 * which a script creates an image, and the background of an empty box in a figure or with the role of an image.
 *
 * @param elements all elements of the page, changed in place
 * @returns the number of pictures
 */
export function showDrawnPictures(elements: readonly PageElement[]): number {
  let count = 0
  for (const element of elements) {
    const source = element.attrs.length === 0 ? undefined : (customSource(element) ?? backgroundOf(element))
    if (source === undefined) continue
    const alt = attributeOf(element, 'alt') ?? attributeOf(element, 'aria-label') ?? ''
    element.tagName = element.nodeName = 'img'
    element.attrs = [
      ...element.attrs.filter(({ name }) => SIZES.has(name)),
      { name: 'src', value: source },
      { name: 'alt', value: alt },
    ]
    element.childNodes = []
    count += 1
  }
  return count
}

const SIZES = new Set(['class', 'width', 'height', 'title'])

/** @returns the address of the file that an empty custom element shows, unless a noscript beside it shows it too */
function customSource({ tagName, attrs, childNodes, parentNode }: PageElement): string | undefined {
  if (!tagName.includes('-') || childNodes.some(isElement)) return undefined
  const source = attrs.find(({ name }) => name === 'src')?.value
  if (source === undefined || !PICTURE_FILE.test(source)) return undefined
  return parentNode?.childNodes.some(isPicture) ? undefined : source
}

function isPicture({ nodeName }: { readonly nodeName: string }): boolean {
  return nodeName === 'noscript' || nodeName === 'img'
}

function backgroundOf(element: PageElement): string | undefined {
  const style = attributeOf(element, 'style')
  if (style === undefined || !style.includes('url(')) return undefined
  const source = BACKGROUND.exec(style.slice(0, MAX_STYLE))?.[1]
  if (source === undefined || source.startsWith('data:') || !isEmpty(element)) return undefined
  return attributeOf(element, 'role') === 'img' || isInFigure(element) ? source : undefined
}

function isEmpty({ childNodes }: PageElement): boolean {
  return childNodes.every((node) => isText(node) && node.value.trim() === '')
}

function isInFigure(element: PageElement): boolean {
  let parent: PageParent | null = element.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && parent !== null && isElement(parent); level++) {
    if (parent.tagName === 'figure') return true
    parent = parent.parentNode
  }
  return false
}
