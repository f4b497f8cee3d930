import { MAX_ADDRESS_BYTES } from '../../entries/saving/entry-address.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'

/** A page sent by a bookmarklet, or shared by another app with the installed web app. */
export interface SharedPage {
  /** empty if no address was found; cut if it is too long to be saved, because it becomes part of a header */
  readonly url: string
  /** empty if missing; used for display only */
  readonly title: string
}

/** Maximum length of a displayed title in UTF-16 units. Longer titles are cut. */
const LONGEST_TITLE = 100
/** Number of UTF-16 units at the start of a text that are searched for an address. */
const LONGEST_TEXT = 10_000

/** @param given the fields `url`, `text` and `title` of the request @returns the shared page */
export function sharedPage(given: Readonly<Record<string, unknown>>): SharedPage {
  const { url, text, title } = given
  return {
    url: cutText(addressOf(url, text), MAX_ADDRESS_BYTES + 1),
    title: typeof title === 'string' ? shortTitle(title) : '',
  }
}

/** @returns the address, or the first one in the text, where Android apps put it; empty if there is none */
function addressOf(url: unknown, text: unknown): string {
  if (typeof url === 'string' && url !== '') return url
  return (typeof text === 'string' && /https?:\/\/\S+/i.exec(text.slice(0, LONGEST_TEXT))?.[0]) || ''
}

function shortTitle(title: string): string {
  const plain = storableText(title.slice(0, 2 * LONGEST_TITLE)).trim()
  const short = cutText(plain, LONGEST_TITLE)
  return short.length < plain.length ? `${short.trimEnd()}…` : short
}

/** @returns the name to display: the title, or else the address without its scheme */
export function nameOfShared({ url, title }: SharedPage): string {
  return title || shortTitle(url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''))
}

/** @returns the path of the page that asks the user to save the shared page */
export function askingPath({ url, title }: SharedPage): string {
  return `/bookmarklet?${new URLSearchParams({ ...(title !== '' && { title }), url }).toString()}`
}
