import type { Article } from '@dogear/extractor/service'
import { countWords } from './count-words.ts'

/** Bytes of a page in which its statement is looked for. */
const MAX_BYTES = 2 * 1024 * 1024
/** Free parts are short: many sites state that an article is paid although the page has all of it. */
const MAX_STATED_WORDS = 400
const MAX_ENDED_WORDS = 800
/** Characters at the end of the text that may ask to pay. */
const END = 400
/** The same with its markup. */
const END_MARKUP = 20_000

/** https://developers.google.com/search/docs/appearance/structured-data/paywalled-content */
const STATEMENTS = ['isAccessibleForFree', 'article:content_tier']
const STATED = /"isAccessibleForFree"\s*:\s*"?false"?|article:content_tier"\s+content="(?:locked|metered)"/i

/** Sentences at the end of a free part: one regular expression a line. */
const OFFERS = String.raw`
  (?:subscribe|sign up|register|log in|become a member) (?:now )?(?:to|for) (?:read|continue|keep reading|access|unlock|the full|full access)
  (?:this|the (?:rest|full)) (?:article|story|post) is (?:for|only available to|reserved for) (?:paid |paying )?(?:subscribers|members)
  already a subscriber\?
  réservé aux abonnés
  il vous reste \d{1,3}\s?% de cet article
  jetzt abonnieren
  weiterlesen mit
  mit .{0,40}abo weiterlesen
  suscríbete para (?:seguir )?le(?:er|yendo)
  abbonati per (?:continuare a )?leggere
`
const ENDS_WITH_OFFER = new RegExp(OFFERS.trim().split(/\n\s*/).join('|'), 'i')

/**
 * @param body of the page
 * @returns whether the page states that its text must be paid for
 */
export function statesPayment(body: Uint8Array): boolean {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_BYTES))
  // Most pages state nothing, and a search in bytes makes no text of them.
  return STATEMENTS.some((name) => start.includes(name)) && STATED.test(start.toString('latin1'))
}

/**
 * @param isStated whether the page states that its text must be paid for
 * @returns whether the article looks like the free part of a paid one
 */
export function isExcerpt({ content }: Pick<Article, 'content'>, isStated: boolean): boolean {
  const words = countWords(content, MAX_ENDED_WORDS + 1)
  if (words > MAX_ENDED_WORDS) return false
  if (isStated && words <= MAX_STATED_WORDS) return true
  const text = content
    .slice(-END_MARKUP)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return ENDS_WITH_OFFER.test(text.slice(-END))
}
