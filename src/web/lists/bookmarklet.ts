import { html, trusted } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** What a bookmark that saves is made of. */
export interface Bookmark {
  /** address of this server as its reader types it */
  readonly baseUrl: string
  /** spares its reader the press (src/users/sessions/saving-key.ts) */
  readonly savingKey: string
}

/** What a base address may consist of, so that it means the same inside a string, inside code, inside an attribute. */
const PLAIN_ADDRESS = /^https?:\/\/[a-z0-9.:[\]-]+(?:\/[\w./~-]*)?$/i

/**
 * The key stands in the fragment, which browsers send to nobody and no log sees.
 * @returns the code of the bookmark that saves the page one looks at
 * @throws Error for a base address or a key with characters that would have to be quoted
 */
export function bookmarkletCode({ baseUrl, savingKey }: Bookmark): string {
  if (!PLAIN_ADDRESS.test(baseUrl)) throw new Error(`the base address ${baseUrl} cannot stand in a bookmark`)
  if (!/^[\w-]*$/.test(savingKey)) throw new Error('the key cannot stand in a bookmark')
  const target = `${baseUrl.replace(/\/+$/, '')}/bookmarklet?title=`
  // Cut by characters and not by halves of them, which cannot be encoded.
  const title = 'encodeURIComponent([...document.title].slice(0,99).join(``))'
  return `javascript:location.href='${target}'+${title}+'&url='+encodeURIComponent(location.href)+'#${savingKey}'`
}

/**
 * The one link of ours that is code. It is made to be dragged; the content security policy keeps it from running here.
 * @returns a link with the code as its address
 */
export function bookmarkletLink(bookmark: Bookmark, label: string): Html {
  const code = bookmarkletCode(bookmark).replaceAll('&', '&amp;')
  return html`${trusted(`<a class="bookmarklet" href="${code}">`)}${label}${trusted('</a>')}`
}

/** @returns two texts of which the style sheet shows one: a finger drags nothing into a bar of bookmarks */
export function byPointer(mouse: Child, touch: Child): Html {
  return html`<span class="for-mouse">${mouse}</span><span class="for-touch">${touch}</span>`
}
