import { failureContent, knownReason } from '../fetching/fetch-failure-reasons.ts'
import type { LoadedEntry } from './load-entries.ts'
import { textOfHtml } from '../../query/text/text-of-html.ts'

/** Lengths of the excerpts on cards. Users choose one in their settings. */
export const EXCERPT_LENGTHS = ['none', 'short', 'long'] as const
export type ExcerptLength = (typeof EXCERPT_LENGTHS)[number]

/**
 * Maximum length in characters: two lines of a card in a wide window for `short`, five for `long`. In narrower windows,
 * the style sheet cuts off the lines that do not fit.
 */
const MAX_LENGTHS: Readonly<Record<ExcerptLength, number>> = { none: 0, short: 160, long: 400 }

/** Matches elements whose words are not part of the running text. */
const NON_TEXT_ELEMENTS = /<(h[1-6]|figcaption|figure|pre|table|aside|nav|style|script)\b[^]*?(?:<\/\1>|$)/gi

/** Matches punctuation at the end of a text. A full stop before the ellipsis would look like a fourth dot. */
const END = /[\s.,;:!?…–—-]+$/

/** @returns the length that a user has chosen; short by default */
export function excerptLength(preferences: Readonly<Record<string, unknown>>): ExcerptLength {
  return EXCERPT_LENGTHS.find((one) => one === preferences['excerpt']) ?? 'short'
}

/**
 * @param beginning start of an article's HTML; it may end within a tag
 * @returns the first words of the text, cut at the end of a word; empty if there is no text, or if the length is `none`
 */
export function excerptOf(beginning: string, length: ExcerptLength): string {
  if (length === 'none') return ''
  const whole = beginning.replaceAll(NON_TEXT_ELEMENTS, ' ').replace(/<[^>]*$/, '')
  const text = textOfHtml(whole).replaceAll(/\s+/g, ' ').trim()
  if (text.length <= MAX_LENGTHS[length]) return text
  const cut = text.slice(0, MAX_LENGTHS[length]).toWellFormed()
  return `${cut.replace(/\s+\S*$/, '').replace(END, '')}…`
}

/**
 * @returns the excerpt of an entry. After a failed fetch, the content begins with the reason in English. The excerpt
 *   omits it, because the card shows the reason in the user's language.
 */
export function entryExcerpt(
  { fetchState, fetchReason }: Pick<LoadedEntry['entry'], 'fetchState' | 'fetchReason'>,
  beginning: string,
  length: ExcerptLength,
): string {
  const reason = fetchState === 'failed' ? failureContent(knownReason(fetchReason), undefined) : ''
  return excerptOf(beginning.startsWith(reason) ? beginning.slice(reason.length) : beginning, length)
}

/** @returns true if an excerpt needs more than two lines */
export const isLongExcerpt = (excerpt: string): boolean => excerpt.length > MAX_LENGTHS.short + 1
