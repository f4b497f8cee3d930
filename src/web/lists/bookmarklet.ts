import { html, trusted } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** The data of a bookmarklet. */
export interface Bookmark {
  /** address of this server as its user types it */
  readonly baseUrl: string
  /** makes a click unnecessary (src/users/sessions/saving-key.ts) */
  readonly savingKey: string
}

/** The allowed characters of a base address, so that it needs no escaping inside a string, code or an attribute. */
const PLAIN_ADDRESS = /^https?:\/\/[a-z0-9.:[\]-]+(?:\/[\w./~-]*)?$/i

/**
 * The key is in the fragment, which browsers do not send and logs do not contain.
 * @returns the code of the bookmarklet that saves the current page
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
 * The only link that contains code. It is made for dragging; the content security policy prevents it from running here.
 * @returns a link with the code as its address
 */
export function bookmarkletLink(bookmark: Bookmark, label: string): Html {
  const code = bookmarkletCode(bookmark).replaceAll('&', '&amp;')
  return html`${trusted(`<a class="bookmarklet" href="${code}">`)}${label}${trusted('</a>')}`
}

/**
 * @returns two texts of which the style sheet shows one: on touch screens, links cannot be dragged to the bookmarks bar
 */
export function byPointer(mouse: Child, touch: Child): Html {
  return html`<span class="for-mouse">${mouse}</span><span class="for-touch">${touch}</span>`
}
