import { cutText, storableText } from '../../kernel/storable-text.ts'

/** A page from a bookmarklet, or shared from another app with the installed one. */
export interface SharedPage {
  /** empty if not found */
  readonly url: string
  /** empty if missing; only for display */
  readonly title: string
}

/** In UTF-16 units; longer texts are not shown as a title. */
const LONGEST_TITLE = 100
/** In UTF-16 units: the part of a text that is searched for an address. */
const LONGEST_TEXT = 10_000

/** @param given fields `url`, `text` and `title`, as received @returns the shared page */
export function sharedPage(given: Readonly<Record<string, unknown>>): SharedPage {
  const { url, text, title } = given
  return { url: addressOf(url, text), title: typeof title === 'string' ? shortTitle(title) : '' }
}

/** Android apps put the address into the text, after the title. */
function addressOf(url: unknown, text: unknown): string {
  if (typeof url === 'string' && url !== '') return url
  return (typeof text === 'string' && /https?:\/\/\S+/i.exec(text.slice(0, LONGEST_TEXT))?.[0]) || ''
}

function shortTitle(title: string): string {
  const plain = storableText(title.slice(0, 2 * LONGEST_TITLE)).trim()
  const short = cutText(plain, LONGEST_TITLE)
  return short.length < plain.length ? `${short.trimEnd()}…` : short
}

/** @returns the name to display: the title, else the address without the scheme */
export function nameOfShared({ url, title }: SharedPage): string {
  return title || shortTitle(url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''))
}

/** @returns the path of the page that saves it after one click */
export function askingPath({ url, title }: SharedPage): string {
  return `/bookmarklet?${new URLSearchParams({ ...(title !== '' && { title }), url }).toString()}`
}
