import { cutText } from '../../kernel/storable-text.ts'
import { foldText } from './fold-text.ts'

/**
 * Kinds of fields whose values are single tokens in the index: tags, sites, languages, words of authors' names, and the
 * presence of annotations (`has`).
 */
type FieldKind = 'tag' | 'site' | 'lang' | 'author' | 'has'

const MAX_LENGTH = 150
const SYMBOL = /[^\p{L}\p{N}\p{M}]/gu

/**
 * @param value the value in an entry or a query
 * @returns the token, such as `.tag.news`; undefined for a value that is empty after folding. The token cannot be
 * confused with a word, because words never contain a dot.
 */
export function fieldToken(kind: FieldKind, value: string): string | undefined {
  const folded = cutText(foldText(value).trim(), MAX_LENGTH)
  return folded === '' ? undefined : `.${kind}.${folded.replaceAll(SYMBOL, replaceSymbol)}`
}

/**
 * @returns the replacement for a symbol. White space, hyphens and underscores are equivalent. Other symbols are
 * replaced by their code, so that `c++` and `c#` remain different.
 */
function replaceSymbol(character: string): string {
  return /[\s_-]/.test(character) ? '_' : `_${character.codePointAt(0)!.toString(36)}_`
}

/** @returns the tokens of a host and all its parent domains: `www.example.org`, `example.org`, `org` */
export function siteTokens(host: string): string[] {
  const labels = host.replace(/\.$/, '').split('.').slice(-10)
  const names = labels.map((_, index) => labels.slice(index).join('.'))
  return names.flatMap((name) => fieldToken('site', name) ?? [])
}

/** @returns the tokens of a language tag: `de-AT` gives one for `de-AT` and one for `de` */
export function languageTokens(language: string): string[] {
  const whole = fieldToken('lang', language)
  const primary = fieldToken('lang', /^[a-z]{2,8}/i.exec(language)?.[0] ?? '')
  return [...new Set([whole, primary])].filter((token) => token !== undefined)
}
