import { isUnlikely } from '../dom/class-name-hints.ts'
import { memoizeByClassName } from '../dom/memoize-by-class-name.ts'
import { attributeOf, firstElements, isElement, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { isPictureSlide, isSlideOfRow, styleOfMovedRow, styleOfWideBox } from './slides.ts'

/** Maximum number of characters of a style attribute that are examined. */
const MAX_STYLE = 500

/**
 * How an element is hidden: from everyone, by `opacity` alone, which may be the first frame of an animation, or only from
 * screen readers by `aria-hidden`.
 */
export type Hiding = 'removed' | 'opacity' | 'aria'

const REMOVING_STYLES = [
  String.raw`display\s{0,9}:\s{0,9}none`,
  String.raw`visibility\s{0,9}:\s{0,9}(?:hidden|collapse)`,
  String.raw`content-visibility\s{0,9}:\s{0,9}hidden`,
  // Moves the text out of the window. Layouts move boxes by less, and margins of -100 % place columns.
  String.raw`(?:left|right|top|text-indent|margin-left)\s{0,9}:\s{0,9}-(?:9\d\d|\d{4,6})(?:\.\d+)?px`,
  String.raw`(?:left|right|top|text-indent|margin-left)\s{0,9}:\s{0,9}-\d{3,6}(?:\.\d+)?(?:em|rem|vw)`,
  String.raw`(?:left|right|top|text-indent)\s{0,9}:\s{0,9}-\d{3,6}(?:\.\d+)?%`,
  String.raw`transform\s{0,9}:\s{0,9}translate(?:x|y|3d)?\(\s{0,9}-(?:9\d\d|\d{4,6})px`,
  // Cuts off the whole text, as style sheets do for screen readers.
  String.raw`clip\s{0,9}:\s{0,9}rect\(\s{0,9}[01](?:px)?[\s,]{1,9}[01](?:px)?[\s,]`,
  String.raw`clip-path\s{0,9}:\s{0,9}(?:inset\(\s{0,9}(?:50|100)%|circle\(\s{0,9}0(?:px|%)?[\s)]|polygon\((?:0|px|%|[\s,])+\))`,
  String.raw`transform\s{0,9}:\s{0,9}scale\(\s{0,9}0\s{0,9}[,)]`,
]
const REMOVING_STYLE = new RegExp(`(?:^|[;\\s])(?:${REMOVING_STYLES.join('|')})`)
/** A quick test before the others: matches every style that one of them matches, and a few others. */
const MAY_HIDE = /none|hidden|collapse|opacity|clip|height|scale|font-size|color|-\d{3}/i
/** Hides a text only if no element in it has a style of its own. Some layouts use it to remove the gaps between boxes. */
const NO_SIZE_STYLE =
  /(?:^|[;\s])font-size\s{0,9}:\s{0,9}(?:[01](?:\.0+)?(?:px|pt|%)?|0?\.?0+(?:r?em))\s{0,9}(?:;|$|!)/i
const COLLAPSED_STYLE = /(?:^|[;\s])(?:max-)?height\s{0,9}:\s{0,9}[01](?:px)?\s{0,9}(?:;|$|!)/i
const COLOUR_STYLE = /(?:^|[;\s])color\s{0,9}:\s{0,9}([^;!]{1,40})/i
const BACKGROUND_STYLE = /(?:^|[;\s])background(?:-color)?\s{0,9}:\s{0,9}([^;!]{1,40})/i
/** Matches properties that paint letters by other means than their colour. */
const PAINTED_STYLE =
  /background-clip|text-fill|text-shadow|text-stroke|background(?:-image)?\s{0,9}:[^;]*(?:url|gradient)/i
/** Matches the style of a box whose padding makes the place for a player: its height follows from its width. */
const RATIO_STYLE = /padding-(?:top|bottom)\s{0,9}:\s{0,9}(?:[1-9]\d|\d{3})(?:\.\d+)?%/i
const OVERFLOW_STYLE = /overflow(?:-y)?\s{0,9}:\s{0,9}(?:hidden|clip)/i
const TRANSPARENT_STYLE = /(?:^|[;\s])opacity\s{0,9}:\s{0,9}(?:0?\.0\d{0,9}|[01]%|0)\s{0,9}(?:;|$|!)/i
/** Properties beside `opacity: 0` of text that appears while the reader scrolls. */
const ANIMATED_STYLE = /(?:^|[;\s-])(?:transform|transition|animation|will-change|translate|filter)\b/i

/**
 * Matches class names of text that only screen readers read: those of Bootstrap, Tailwind, WordPress, Drupal,
 * Foundation, GOV.UK and common design systems.
 */
const SCREEN_READER_NAME =
  /(?:^|[\s_-])(?:sr-?only|screen-?reader(?:s)?(?:-?(?:text|only))?|visually-?hidden|hidden-?visually|show-?for-?sr|element-?invisible|assistive-?text|a11y-?(?:hidden|text|only)|accessib(?:le|ility)-?hidden|off-?screen)(?=$|[\s_-])/i
const SHOWN_AGAIN = /not-sr-only/i
/** A quick test before the others: most names contain none of their words. */
const MAY_HIDE_NAME = /only|print|screen|sr|hidden|hide-text|none|invisible|assistive|a11y|accessib/i

/** @returns whether class names say that only screen readers read the text of an element */
export const isForScreenReaders = memoizeByClassName(
  (names) =>
    MAY_HIDE_NAME.test(names) &&
    SCREEN_READER_NAME.test(names.replaceAll(/([a-z])([A-Z])/g, '$1-$2').slice(0, 300)) &&
    !SHOWN_AGAIN.test(names),
)

/**
 * Matches the class names with which Bootstrap, Tailwind, Bulma and GOV.UK hide elements at every width, and those of parts
 * that only a printed page shows.
 */
const HIDDEN_NAME =
  /(?:^|\s)(?:hidden|hide-text|d-none|is-hidden|u-hidden|uk-hidden|display-none|only-?print|print-only|visible-print(?:-block|-inline)?)(?=$|\s)/
/** Matches class names that show such an element again at some width. */
const RESPONSIVE_NAME =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl|print|group|peer|data|focus)[\w[\]=-]*:|d-(?:sm|md|lg|xl|xxl|print)-|is-\w+-(?:tablet|desktop|mobile))/

const isHiddenByName = memoizeByClassName(
  (names) =>
    MAY_HIDE_NAME.test(names) &&
    (isForScreenReaders(names) || (HIDDEN_NAME.test(names) && !RESPONSIVE_NAME.test(names))),
)

/**
 * @returns how the element itself is hidden by its attributes; undefined if it is not, also if an element around it is
 *   hidden
 */
export function hidingOf(element: PageElement): Hiding | undefined {
  if (element.tagName === 'dialog' && attributeOf(element, 'open') === undefined) return 'removed'
  for (const { name, value } of element.attrs) {
    const hiding = hidingOfAttribute(element, name, value)
    if (hiding !== undefined) return hiding
  }
  return undefined
}

function hidingOfAttribute(element: PageElement, name: string, value: string): Hiding | undefined {
  if (name === 'class') return isHiddenByName(value) ? 'removed' : undefined
  if (name === 'popover') return 'removed'
  if (name === 'hidden') return value === 'until-found' ? undefined : 'removed'
  if (name === 'aria-hidden') return value === 'true' && !isShownInstead(element) ? 'aria' : undefined
  const hiding = name === 'style' ? hidingOfStyle(element, value.slice(0, MAX_STYLE)) : undefined
  return hiding === 'opacity' && isAnimated(element) ? undefined : hiding
}

/**
 * Matches attributes with which scripts let elements appear while the reader scrolls: Webflow, AOS, Sal, Framer Motion,
 * GSAP and others.
 */
const ANIMATION_ATTRIBUTE = /^data-(?:w-id|aos|sal|framer|anim|scroll|reveal|inview|motion|gsap|wow)/

function isAnimated({ attrs }: PageElement): boolean {
  return attrs.some(({ name }) => ANIMATION_ATTRIBUTE.test(name))
}

function hidingOfStyle(element: PageElement, style: string): Hiding | undefined {
  if (!MAY_HIDE.test(style)) return undefined
  if (COLLAPSED_STYLE.test(style) && OVERFLOW_STYLE.test(style) && !RATIO_STYLE.test(style)) return 'removed'
  if (REMOVING_STYLE.test(style.toLowerCase())) return isRevealed(element, style) ? undefined : 'removed'
  if (isUnpainted(style)) return 'removed'
  if (NO_SIZE_STYLE.test(style) && !hasOwnStyles(element)) return 'removed'
  return TRANSPARENT_STYLE.test(style) && !ANIMATED_STYLE.test(style) ? 'opacity' : undefined
}

/** Matches the style of elements that the script WOW hides until the reader comes to them. */
const ANIMATION_NAME = /visibility\s{0,9}:\s{0,9}hidden.*animation-name/i

/** Matches values that stand for a colour which is stated elsewhere. */
const NO_COLOUR = /^(?:inherit|initial|unset|revert|currentcolor|var\()/

/** @returns whether a script shows the element later, or moves it so that readers see one slide after the other */
function isRevealed(element: PageElement, style: string): boolean {
  if (ANIMATION_NAME.test(style)) return true
  const others = styleOfMovedRow(element, style) ?? styleOfWideBox(style)
  return others !== undefined && !REMOVING_STYLE.test(others.toLowerCase()) && !isInBanner(element)
}

/** Number of boxes around a row of slides whose names are examined. */
const MAX_BOXES = 8

/** @returns whether names say that an element is in a banner or another part of the site, where slides advertise */
function isInBanner(element: PageElement): boolean {
  let parent: PageParent | null = element.parentNode
  for (let level = 0; level < MAX_BOXES && parent !== null && isElement(parent); level++) {
    if (isUnlikely(parent)) return true
    parent = parent.parentNode
  }
  return false
}

/** @returns whether letters have no colour, or that of their background */
function isUnpainted(style: string): boolean {
  const colour = COLOUR_STYLE.exec(style)?.[1]
  if (colour === undefined || PAINTED_STYLE.test(style)) return false
  const name = colourName(colour)
  // Some pages leave out the value that they insert: `color: !important`.
  if (name === '') return false
  return (
    name === 'transparent' || (!NO_COLOUR.test(name) && name === colourName(BACKGROUND_STYLE.exec(style)?.[1] ?? ''))
  )
}

/** @returns a colour in one of its spellings; others stay as they are */
function colourName(value: string): string {
  const colour = value.trim().toLowerCase().replaceAll(/\s+/g, '')
  if (colour === 'white' || colour === '#ffffff' || colour === 'rgb(255,255,255)') return '#fff'
  if (colour === 'black' || colour === '#000000' || colour === 'rgb(0,0,0)') return '#000'
  return /^rgba\(.*,0?\.?0+\)$/.test(colour) ? 'transparent' : colour
}

/** Number of elements in a text without size that are examined. */
const MAX_STYLED = 50

/** @returns whether an element in the given one may have another size */
function hasOwnStyles(element: PageElement): boolean {
  const inner = firstElements(element, MAX_STYLED)
  return inner.length >= MAX_STYLED || inner.some(({ attrs }) => attrs.some(({ name }) => STYLING.has(name)))
}

const STYLING = new Set(['style', 'class', 'id'])

/**
 * @returns whether an element with `aria-hidden` is what readers see: a part of a ruby, a picture, or a link that another
 *   link on the same card repeats. See `showVisibleText` for words in two forms.
 */
function isShownInstead(element: PageElement): boolean {
  const { tagName, parentNode, attrs } = element
  if (['img', 'picture', 'a'].includes(tagName)) return true
  if (attrs.some(({ name, value }) => name === 'class' && value.includes('fallback-image'))) return true
  return parentNode?.nodeName === 'ruby' || parentNode?.nodeName === 'rb' || isShownSlide(element)
}

/** @returns whether readers can bring a slide into view, and it shows a picture or is no advertisement */
function isShownSlide(element: PageElement): boolean {
  return isPictureSlide(element) || (isSlideOfRow(element) && !isInBanner(element))
}

const HIDING_ATTRIBUTES = new Set(['hidden', 'aria-hidden', 'style'])

/** Removes the attributes that hide an element. Its style goes as a whole, because nothing of it is kept later. */
export function show(element: PageElement): void {
  element.attrs = element.attrs.filter(({ name }) => !HIDING_ATTRIBUTES.has(name))
}
