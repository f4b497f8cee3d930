import { MAX_ADDRESS_BYTES } from '../../entries/saving/entry-address.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'

/** A page sent by a bookmarklet, or shared by another app with the installed web app. */
export interface PageToSave {
  /**
   * address of the page; empty if the request contains none. An address that is too long to be saved is cut, because it
   * becomes part of a response header.
   */
  readonly url: string
  /** empty if missing; only for display */
  readonly title: string
}

/** Maximum length of a displayed title in UTF-16 code units. Longer titles are cut. */
const MAX_TITLE = 100
/** Only this many UTF-16 code units at the start of a shared text are searched for an address. */
const MAX_TEXT = 10_000

/** @param given the fields `url`, `text` and `title` of the request @returns the shared page */
export function pageToSave(given: Readonly<Record<string, unknown>>): PageToSave {
  const { url, text, title } = given
  return {
    url: cutText(addressOf(url, text), MAX_ADDRESS_BYTES + 1),
    title: typeof title === 'string' ? shortTitle(title) : '',
  }
}

/** @returns the address, or the first address in the text, where Android apps put it; empty if there is none */
function addressOf(url: unknown, text: unknown): string {
  if (typeof url === 'string' && url !== '') return url
  return (typeof text === 'string' && /https?:\/\/\S+/i.exec(text.slice(0, MAX_TEXT))?.[0]) || ''
}

function shortTitle(title: string): string {
  const plain = storableText(title.slice(0, 2 * MAX_TITLE)).trim()
  const short = cutText(plain, MAX_TITLE)
  return short.length < plain.length ? `${short.trimEnd()}…` : short
}

/** @returns the name to display: the title, or the address without its scheme */
export function nameOfPageToSave({ url, title }: PageToSave): string {
  return title || shortTitle(url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''))
}

/** @returns the path of the page on which the user can save the shared page with a click */
export function confirmationPath({ url, title }: PageToSave): string {
  return `/bookmarklet?${new URLSearchParams({ ...(title !== '' && { title }), url }).toString()}`
}
