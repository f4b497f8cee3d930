import { textOfHtml } from '../../search/text-of-html.ts'

/** The length of the excerpts on cards, a setting of the account. */
export const EXCERPTS = ['none', 'short', 'long'] as const
export type ExcerptLength = (typeof EXCERPTS)[number]

/** In characters: what two and five lines of a card hold on a wide window; the style sheet cuts them on a phone. */
const MOST: Readonly<Record<ExcerptLength, number>> = { none: 0, short: 160, long: 400 }

/** Elements whose words do not belong to the running text. */
const ASIDE = /<(h[1-6]|figcaption|figure|pre|table|aside|nav|style|script)\b[^]*?(?:<\/\1>|$)/gi

/** @returns the setting of an account; short excerpts by default */
export function excerptLength(preferences: Readonly<Record<string, unknown>>): ExcerptLength {
  return EXCERPTS.find((one) => one === preferences['excerpt']) ?? 'short'
}

/**
 * @param beginning of an article, as HTML that may end within a tag
 * @returns the first words of the text, cut at the end of a word; empty for an article without
 */
export function excerptOf(beginning: string, length: ExcerptLength): string {
  const whole = beginning.replaceAll(ASIDE, ' ').replace(/<[^>]*$/, '')
  const text = textOfHtml(whole).replaceAll(/\s+/g, ' ').trim()
  if (text.length <= MOST[length]) return text
  const cut = text.slice(0, MOST[length]).toWellFormed()
  return `${cut.replace(/\s+\S*$/, '')}…`
}

/** @returns whether an excerpt needs more than two lines */
export const isLongExcerpt = (excerpt: string): boolean => excerpt.length > MOST.short + 1
