import { html, trusted } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'

/** What a base address may consist of, so that it means the same inside a string, inside code, inside an attribute. */
const PLAIN_ADDRESS = /^https?:\/\/[a-z0-9.:[\]-]+(?:\/[\w./~-]*)?$/i

/**
 * @param baseUrl address of this server as its reader types it
 * @returns the code of the bookmark that saves the page one looks at
 * @throws Error for a base address with characters that would have to be quoted
 */
export function bookmarkletCode(baseUrl: string): string {
  if (!PLAIN_ADDRESS.test(baseUrl)) throw new Error(`the base address ${baseUrl} cannot stand in a bookmark`)
  const target = `${baseUrl.replace(/\/+$/, '')}/bookmarklet?url=`
  return `javascript:location.href='${target}'+encodeURIComponent(location.href)`
}

/**
 * The one link of ours that is code. It is made to be dragged; the content security policy keeps it from running here.
 * @returns a link with the code as its address
 */
export function bookmarkletLink(baseUrl: string, label: string): Html {
  return html`${trusted(`<a class="bookmarklet" href="${bookmarkletCode(baseUrl)}">`)}${label}${trusted('</a>')}`
}
