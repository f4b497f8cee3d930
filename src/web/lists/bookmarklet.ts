import { html, trusted } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** The data of a bookmarklet. */
export interface Bookmark {
  /** address of this server as the user types it */
  readonly baseUrl: string
  /** key that saves a page without a further click (src/users/sessions/saving-key.ts) */
  readonly savingKey: string
}

/** Matches base addresses that need no escaping inside a string, code or an attribute. */
const PLAIN_ADDRESS = /^https?:\/\/[a-z0-9.:[\]-]+(?:\/[\w./~-]*)?$/i

/**
 * Puts the key into the fragment of the address, because browsers do not send fragments, so no log contains them.
 * @returns the `javascript:` address of the bookmarklet that saves the current page
 * @throws Error for a base address or a key with characters that need escaping
 */
export function bookmarkletCode({ baseUrl, savingKey }: Bookmark): string {
  if (!PLAIN_ADDRESS.test(baseUrl)) throw new Error(`the base address ${baseUrl} cannot stand in a bookmark`)
  if (!/^[\w-]*$/.test(savingKey)) throw new Error('the key cannot stand in a bookmark')
  const target = `${baseUrl.replace(/\/+$/, '')}/bookmarklet?title=`
  // Cut at code points, because half a surrogate pair cannot be encoded.
  const title = 'encodeURIComponent([...document.title].slice(0,99).join(``))'
  return `javascript:location.href='${target}'+${title}+'&url='+encodeURIComponent(location.href)+'#${savingKey}'`
}

/**
 * @returns the bookmarklet as a link, to be dragged to the bookmarks bar. The content security policy prevents its code
 * from running on our own pages
 */
export function bookmarkletLink(bookmark: Bookmark, label: string): Html {
  const code = bookmarkletCode(bookmark).replaceAll('&', '&amp;')
  return html`${trusted(`<a class="bookmarklet" href="${code}">`)}${label}${trusted('</a>')}`
}

/**
 * @returns one text for mice and one for touch screens, where links cannot be dragged to the bookmarks bar. The style
 * sheet shows one of them
 */
export function byPointer(mouse: Child, touch: Child): Html {
  return html`<span class="for-mouse">${mouse}</span><span class="for-touch">${touch}</span>`
}
