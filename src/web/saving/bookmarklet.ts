import { html, trusted } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** The data of a bookmarklet. */
export interface Bookmark {
  /** address under which the user's browser reaches this server */
  readonly baseUrl: string
  /** key that saves a page without a further click (src/users/sessions/saving-key.ts) */
  readonly savingKey: string
}

/** Matches server addresses that need no escaping in a JavaScript string or in an HTML attribute. */
const UNESCAPED_ADDRESS = /^https?:\/\/[a-z0-9.:[\]-]+(?:\/[\w./~-]*)?$/i

/**
 * @returns the `javascript:` address of the bookmarklet that saves the current page. The key is in the fragment of the
 *   opened address. Browsers do not send the fragment, so no log contains the key.
 * @throws Error for a server address or a key with characters that need escaping
 */
export function bookmarkletCode({ baseUrl, savingKey }: Bookmark): string {
  if (!UNESCAPED_ADDRESS.test(baseUrl))
    throw new Error(`the base address ${baseUrl} contains characters that need escaping in a bookmarklet`)
  if (!/^[\w-]*$/.test(savingKey)) throw new Error('the key contains characters that need escaping in a bookmarklet')
  const target = `${baseUrl.replace(/\/+$/, '')}/bookmarklet?title=`
  // The title is cut between code points, because half a surrogate pair cannot be encoded.
  const title = 'encodeURIComponent([...document.title].slice(0,99).join(``))'
  return `javascript:location.href='${target}'+${title}+'&url='+encodeURIComponent(location.href)+'#${savingKey}'`
}

/**
 * @returns the bookmarklet as a link, which users drag to the bookmarks bar. On our own pages, the content security
 *   policy prevents its code from running.
 */
export function bookmarkletLink(bookmark: Bookmark, label: string): Html {
  const code = bookmarkletCode(bookmark).replaceAll('&', '&amp;')
  return html`${trusted(`<a class="bookmarklet" href="${code}">`)}${label}${trusted('</a>')}`
}

/**
 * @returns two texts of which the style sheet shows one: `mouse` for devices with a mouse, `touch` for touch screens.
 *   On touch screens, users cannot drag a link to the bookmarks bar.
 */
export function byPointer(mouse: Child, touch: Child): Html {
  return html`<span class="for-mouse">${mouse}</span><span class="for-touch">${touch}</span>`
}
