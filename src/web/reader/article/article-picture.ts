import { html } from '../../../kernel/html.ts'
import type { Words } from '../../layout/words.ts'

export interface Picture {
  /** its tag, from the sanitiser or as replaced here */
  readonly tag: string
  readonly t: Words['t']
  /** whether it is inside a link, so that it cannot contain another */
  readonly isInLink: boolean
  /** whether pictures without a stored copy are loaded from their sites */
  readonly hasRemoteImages: boolean
}

/** Pictures up to this size are icons or inline symbols; larger ones can be opened. In pixels. */
const SMALL = 100

/**
 * @returns the picture, in a link to itself unless it is small, so that it opens without a script too; a picture that
 * must not be loaded from its site becomes a link to it with a description
 */
export function drawPicture(picture: Picture): string {
  const { tag, t, isInLink, hasRemoteImages } = picture
  const src = attributeOf(tag, 'src')
  if (src !== undefined && !mayLoad(src, hasRemoteImages)) return placeOf(picture, src)
  if (isInLink || src === undefined || isSmall(tag)) return tag
  const alt = attributeOf(tag, 'alt') ?? ''
  const label = html`${t('reader.enlarge')}`.toString() + (alt === '' ? '' : `: ${alt}`)
  return `<a class="zoom" href="${src}" rel="noopener noreferrer" data-turbo="false" data-action="zoom#open" aria-label="${label}">${tag}</a>`
}

/**
 * @param src as written in markup
 * @returns whether the page's policy allows it (../csp.ts): paths of this server always, others only with TLS and if
 * the operator keeps no copies
 */
export function mayLoad(src: string, hasRemoteImages: boolean): boolean {
  return /^\/(?![/\\])/.test(src) || (hasRemoteImages && /^https:/i.test(src))
}

/** Its label is in the style sheet, so that it is not part of the article's text. */
function placeOf({ tag, t, isInLink }: Picture, src: string): string {
  const site = URL.parse(src.replaceAll('&amp;', '&'))?.host ?? ''
  const label = html`${t('reader.pictureAt', { site })}`.toString()
  const alt = attributeOf(tag, 'alt') ?? ''
  const names = `class="away${isSmall(tag) ? ' away-small' : ''}" data-alt="${alt}" data-label="${label}"`
  const spoken = `aria-label="${label}${alt === '' ? '' : `: ${alt}`}"`
  if (isInLink) return `<span ${names} role="img" ${spoken}></span>`
  return `<a ${names} href="${src}" rel="noopener noreferrer" referrerpolicy="no-referrer" ${spoken}></a>`
}

function isSmall(tag: string): boolean {
  const [width, height] = [Number(attributeOf(tag, 'width')), Number(attributeOf(tag, 'height'))]
  return (width > 0 && width < SMALL) || (height > 0 && height < SMALL / 4)
}

const ATTRIBUTES = {
  src: / src="([^"]*)"/,
  alt: / alt="([^"]*)"/,
  width: / width="(\d{1,5})"/,
  height: / height="(\d{1,5})"/,
} as const

/** @returns the value of an attribute as written in a tag of sanitised markup */
export function attributeOf(tag: string, name: keyof typeof ATTRIBUTES): string | undefined {
  return ATTRIBUTES[name].exec(tag)?.[1]
}
