import { html } from '../../../kernel/html.ts'
import type { Localization } from '../../layout/localization.ts'

interface Picture {
  /** the picture's tag, from sanitised content */
  readonly tag: string
  readonly t: Localization['t']
  /** true if the picture is in a link. Links cannot be nested. */
  readonly isInLink: boolean
  /** true if pages may load pictures from other sites, because the server stores no copies */
  readonly hasRemoteImages: boolean
}

/**
 * Minimum width in pixels of a picture that can be opened in full size. The minimum height is a quarter of it. Smaller
 * pictures are icons or symbols in the text.
 */
const MIN_ZOOM_WIDTH = 100

/**
 * @returns the markup of a picture. A large picture is in a link to itself, so that browsers without scripts can open
 *   it in full size. A picture that the page must not load becomes a link with its description.
 */
export function drawPicture(picture: Picture): string {
  const { tag, t, isInLink, hasRemoteImages } = picture
  const src = attributeOf(tag, 'src')
  if (src !== undefined && !mayLoad(src, hasRemoteImages)) return pictureLink(picture, src)
  if (isInLink || src === undefined || isSmall(tag)) return tag
  const alt = attributeOf(tag, 'alt') ?? ''
  const label = html`${t('reader.enlarge')}`.toString() + (alt === '' ? '' : `: ${alt}`)
  const safety = 'rel="noopener noreferrer" data-turbo="false"'
  return `<a class="zoom" href="${src}" ${safety} data-action="zoom#open" aria-label="${label}">${tag}</a>`
}

/**
 * @param src value of the `src` attribute in the markup
 * @returns true if the page's content security policy allows the picture (../csp.ts). It always allows pictures of this
 *   server. Others require TLS and `hasRemoteImages`.
 */
export function mayLoad(src: string, hasRemoteImages: boolean): boolean {
  return /^\/(?![/\\])/.test(src) || (hasRemoteImages && /^https:/i.test(src))
}

/**
 * @returns the link that replaces a picture. The style sheet displays the label of the link from `data-label`. The
 *   label is therefore not part of the article's text, and the text offsets of annotations stay valid.
 */
function pictureLink({ tag, t, isInLink }: Picture, src: string): string {
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
  return (width > 0 && width < MIN_ZOOM_WIDTH) || (height > 0 && height < MIN_ZOOM_WIDTH / 4)
}

const ATTRIBUTES = {
  src: / src="([^"]*)"/,
  alt: / alt="([^"]*)"/,
  width: / width="(\d{1,5})"/,
  height: / height="(\d{1,5})"/,
} as const

/** @returns the value of an attribute in a tag of sanitised markup, still escaped */
export function attributeOf(tag: string, name: keyof typeof ATTRIBUTES): string | undefined {
  return ATTRIBUTES[name].exec(tag)?.[1]
}
