import { cutText, storableText } from '../../kernel/plain-text.ts'

/** A page that a bookmark, or another app through the installed one, hands over. */
export interface SharedPage {
  /** empty where none was found */
  readonly url: string
  /** empty where none was said; for the reader's eyes only */
  readonly title: string
}

/** In UTF-16 units; what is longer is no title to be said in one sentence. */
const LONGEST_TITLE = 100
/** In UTF-16 units: how much of a text is searched for an address. */
const LONGEST_TEXT = 10_000

/** @param given fields `url`, `text` and `title`, as they came @returns the page that is meant */
export function sharedPage(given: Readonly<Record<string, unknown>>): SharedPage {
  const { url, text, title } = given
  return { url: addressOf(url, text), title: typeof title === 'string' ? shortTitle(title) : '' }
}

/** Android apps put the address into the text, behind the title. */
function addressOf(url: unknown, text: unknown): string {
  if (typeof url === 'string' && url !== '') return url
  return (typeof text === 'string' && /https?:\/\/\S+/i.exec(text.slice(0, LONGEST_TEXT))?.[0]) || ''
}

function shortTitle(title: string): string {
  const plain = storableText(title.slice(0, 2 * LONGEST_TITLE)).trim()
  const short = cutText(plain, LONGEST_TITLE)
  return short.length < plain.length ? `${short.trimEnd()}…` : short
}

/** @returns what the reader knows the page by: its title, else its address without the scheme */
export function nameOfShared({ url, title }: SharedPage): string {
  return title || shortTitle(url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''))
}

/** @returns the path of the page that asks for one press to save it */
export function askingPath({ url, title }: SharedPage): string {
  return `/bookmarklet?${new URLSearchParams({ ...(title !== '' && { title }), url }).toString()}`
}
