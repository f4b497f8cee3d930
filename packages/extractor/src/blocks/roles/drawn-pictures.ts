import type { ElementList } from '../../dom/element-list.ts'
import { attributeOf, isElement, isText, setAttribute, type PageElement, type PageParent } from '../../dom/page-tree.ts'

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
 * which a script creates an image, the background of an empty box in a figure or with the role of an image, and empty
 * links to the file of a picture, which show a small one as their background.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of pictures
 */
export function showDrawnPictures(elements: ElementList): number {
  let count = 0
  const late = elements.withClass(LATE_NAME)
  for (const element of new Set([...elements.withAttribute('src'), ...elements.withAttribute('style'), ...late])) {
    const source = customSource(element) ?? backgroundOf(element) ?? lateSource(element)
    if (source === undefined) continue
    if (PLAYERS.has(element.tagName)) {
      showPoster(element, source)
      continue
    }
    const alt = ['alt', 'aria-label', 'data-alt'].flatMap((name) => attributeOf(element, name) ?? [])[0] ?? ''
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

/** Elements that show something else in front of their background. */
const PLAYERS = new Set(['video', 'audio', 'iframe', 'embed', 'object', 'canvas'])

/** Gives a video the picture behind it as its poster. Some pages paint it there, to fill the whole box. */
function showPoster(player: PageElement, source: string): void {
  if (player.tagName !== 'video' || /^https?:/.test(attributeOf(player, 'poster') ?? '')) return
  setAttribute(player, 'poster', source)
}

const SIZES = new Set(['class', 'width', 'height', 'title'])

/** @returns the address of the file that an empty custom element shows, unless a picture beside it shows it too */
function customSource({ tagName, attrs, childNodes, parentNode }: PageElement): string | undefined {
  if (!tagName.includes('-') || childNodes.some(isElement)) return undefined
  const source = attrs.find(({ name }) => name === 'src')?.value
  if (source === undefined || !PICTURE_FILE.test(source)) return undefined
  return parentNode?.childNodes.some(({ nodeName }) => nodeName === 'img') ? undefined : source
}

function backgroundOf(element: PageElement): string | undefined {
  const style = attributeOf(element, 'style')
  if (style === undefined || !style.includes('url(')) return undefined
  const source = BACKGROUND.exec(style.slice(0, MAX_STYLE))?.[1]
  if (source === undefined || source.startsWith('data:') || !isEmpty(element)) return undefined
  const file = element.tagName === 'a' ? attributeOf(element, 'href') : undefined
  if (file !== undefined && PICTURE_FILE.test(file)) return file
  return attributeOf(element, 'role') === 'img' || isInFigure(element) ? source : undefined
}

/** Matches class names of boxes in which a script shows a picture later. */
const LATE_NAME = /lazy|delayed-image/i
const LATE_SOURCES = ['data-src', 'data-bg', 'data-background', 'data-background-image']

/** @returns the address of the file that a script shows later in an empty box of a figure, or in one with an alternative text */
function lateSource(element: PageElement): string | undefined {
  if (element.tagName !== 'div' && element.tagName !== 'span') return undefined
  if (!LATE_NAME.test(attributeOf(element, 'class') ?? '') || !isEmpty(element)) return undefined
  const source = LATE_SOURCES.map((name) => attributeOf(element, name)).find((value) => value !== undefined)
  if (source === undefined || !PICTURE_FILE.test(source)) return undefined
  return attributeOf(element, 'data-alt') || isInFigure(element) ? source : undefined
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
