import type { Article } from '@dogear/extractor/service'
import { countWords } from './count-words.ts'

/** Number of bytes at the start of a page that are searched for a statement about payment. */
const MAX_BYTES = 2 * 1024 * 1024
/**
 * On a page that labels its article as paid, a text of at most this many words counts as an excerpt. A longer text may
 * be complete, because many sites label articles as paid although the page contains all of the text.
 */
const MAX_STATED_WORDS = 400
/** A text of at most this many words counts as an excerpt if it ends with an offer to subscribe. */
const MAX_ENDED_WORDS = 800
/** Number of characters at the end of the text that are searched for an offer to subscribe. */
const END_LENGTH = 400
/** Number of characters at the end of the HTML from which the last `END_LENGTH` characters of text are taken. */
const END_MARKUP_LENGTH = 20_000

/**
 * Names of the metadata that label an article as paid. See
 * https://developers.google.com/search/docs/appearance/structured-data/paywalled-content
 */
const PAYMENT_METADATA = ['isAccessibleForFree', 'article:content_tier']
const PAYMENT_STATEMENT = /"isAccessibleForFree"\s*:\s*"?false"?|article:content_tier"\s+content="(?:locked|metered)"/i

/** Offers to subscribe, as they occur at the end of excerpts. One regular expression per line. */
const SUBSCRIPTION_OFFERS = String.raw`
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
const ENDS_WITH_OFFER = new RegExp(SUBSCRIPTION_OFFERS.trim().split(/\n\s*/).join('|'), 'i')

/**
 * @param body body of the page's response
 * @returns true if the page states that its article is paid
 */
export function statesPayment(body: Uint8Array): boolean {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_BYTES))
  // Most pages contain neither name. Decoding the bytes to text takes longer than searching them, so the names are
  // searched in the raw bytes first.
  return PAYMENT_METADATA.some((name) => start.includes(name)) && PAYMENT_STATEMENT.test(start.toString('latin1'))
}

/**
 * @param isStated true if the page states that its article is paid
 * @returns true if the text looks like the free beginning of a paid article
 */
export function isExcerpt({ content }: Pick<Article, 'content'>, isStated: boolean): boolean {
  const words = countWords(content, MAX_ENDED_WORDS + 1)
  if (words > MAX_ENDED_WORDS) return false
  if (isStated && words <= MAX_STATED_WORDS) return true
  const text = content
    .slice(-END_MARKUP_LENGTH)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return ENDS_WITH_OFFER.test(text.slice(-END_LENGTH))
}
