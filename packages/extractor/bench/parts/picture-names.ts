import { isPlaceholder } from '../../src/blocks/placeholder-address.ts'
import { parseHtmlFragment } from '../../src/dom/parse-page.ts'
import { attributeOf, elementsOf, isElement, isText, textOf, type PageElement } from '../../src/dom/page-tree.ts'
import { parseSrcset } from '../../src/dom/srcset.ts'

/** Attributes of pictures that never contain an address. */
const OTHER_ATTRIBUTES = new Set(
  'alt class id style title sizes width height loading decoding role type media'.split(' '),
)
/** Matches file names and class names of pictures that belong to the site, or that count its visitors. */
const SITE_PICTURE =
  /(?:^|[\s/_.-])(?:icons?|logo|avatar|gravatar|emoji|smiley|sprite|pixel|spacer|badge|track(?:er|ing)|beacon|1x1|blank|favicon)(?=$|[\s/_.-])/i
/** Maximum width or height in pixels of an icon. */
const MAX_ICON = 48

/**
 * @param image an `img` element
 * @param base base for relative addresses
 * @returns the names of all files that the picture may show, in any of its attributes, in the sources around it and in
 *   the copy in a `noscript` after it; empty for placeholders
 */
export function pictureNames(image: PageElement, base: string): string[] {
  const names = [image, ...sourcesBeside(image), ...copiesAfter(image)].flatMap(({ attrs }) =>
    attrs.filter(({ name }) => !OTHER_ATTRIBUTES.has(name)).flatMap(({ value }) => namesIn(value, base)),
  )
  return [...new Set(names)]
}

/** @returns whether a picture with an address is an icon, or counts visitors */
export function isSitePicture(image: PageElement, names: readonly string[]): boolean {
  const sizes = ['width', 'height'].map((name) => Number.parseInt(attributeOf(image, name) ?? '', 10))
  if (sizes.some((size) => size <= MAX_ICON)) return true
  return [attributeOf(image, 'class') ?? '', ...names].some((name) => SITE_PICTURE.test(name))
}

function namesIn(value: string, base: string): string[] {
  if (!/[/.]/.test(value) || /^\s*(?:data|about|javascript|blob):|[{}<>]/i.test(value)) return []
  return parseSrcset(value, base)
    .map(({ url }) => url)
    .filter((url) => !isPlaceholder(url))
    .flatMap((url) => nameOf(url) ?? [])
}

/** @returns the last segment of the path; with the query if it is not the name of a file */
function nameOf(url: string): string | undefined {
  const { pathname, search } = new URL(url)
  const last = pathname.split('/').findLast((segment) => segment !== '')
  if (last === undefined) return undefined
  return (/\.\w{2,5}$/.test(last) ? last : last + search).toLowerCase()
}

function sourcesBeside({ parentNode }: PageElement): PageElement[] {
  if (parentNode === null || parentNode.nodeName !== 'picture') return []
  return elementsOf(parentNode).filter(({ tagName }) => tagName === 'source')
}

/** A `noscript` contains text, because pages are parsed as if scripting were enabled. */
function copiesAfter(image: PageElement): PageElement[] {
  const siblings = image.parentNode?.childNodes ?? []
  const next = siblings.slice(siblings.indexOf(image) + 1).find((node) => !isText(node) || node.value.trim() !== '')
  if (next === undefined || !isElement(next) || next.tagName !== 'noscript') return []
  return elementsOf(parseHtmlFragment(textOf(next))).filter(({ tagName }) => tagName === 'img')
}
