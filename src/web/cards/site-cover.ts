import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'

interface SiteCoverView {
  /** id of the entry */
  readonly id: number
  readonly siteName: string
  readonly previewPicture?: string
}

/** Number of background colours for covers in css/lists.css. */
const COVER_TINTS = 8

/** @returns the lead picture of an entry; if the entry has none, a cover with the initial of the site */
export function siteCover({ id, siteName, previewPicture }: SiteCoverView): Html {
  const tint = tintOf(siteName)
  if (previewPicture) {
    return html`
      <span class="cover tint-${tint}" id="cover-${id}">
        <img src="${previewPicture}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">
      </span>
    `
  }
  return html`
    <span class="cover cover-made tint-${tint}" id="cover-${id}" aria-hidden="true">${initialOf(siteName)}</span>
  `
}

/**
 * @returns the number of the background colour of a site's covers. It depends only on the name, so a site always has
 *   the same colour.
 */
function tintOf(siteName: string): number {
  let sum = 0
  for (const character of siteName.slice(0, 100)) sum = (sum * 31 + character.codePointAt(0)!) % 65_521
  return sum % COVER_TINTS
}

const initialOf = (siteName: string): string => /[\p{L}\p{N}]/u.exec(siteName.slice(0, 100))?.[0].toUpperCase() ?? '·'
