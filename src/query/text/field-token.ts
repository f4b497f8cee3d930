import { cutText } from '../../kernel/plain-text.ts'
import { foldText } from './fold-text.ts'

/** Fields that match as a whole: a tag, a site, a language, a word of an author's name, the presence of notes. */
export type FieldKind = 'tag' | 'site' | 'lang' | 'author' | 'has'

const MAX_LENGTH = 150
const OTHER = /[^\p{L}\p{N}\p{M}]/gu

/**
 * @param value of an entry or a query
 * @returns a token with a dot, which no word contains; undefined for a value without a letter, digit or symbol
 */
export function fieldToken(kind: FieldKind, value: string): string | undefined {
  const folded = cutText(foldText(value).trim(), MAX_LENGTH)
  return folded === '' ? undefined : `.${kind}.${folded.replaceAll(OTHER, spell)}`
}

/** Spaces and hyphens are equal; every other symbol is replaced by its code, so that `c++` and `c#` differ. */
function spell(character: string): string {
  return /[\s_-]/.test(character) ? '_' : `_${character.codePointAt(0)!.toString(36)}_`
}

/** @returns the tokens of a host and of every domain above it: `www.example.org`, `example.org`, `org` */
export function siteTokens(host: string): string[] {
  const labels = host.replace(/\.$/, '').split('.').slice(-10)
  const names = labels.map((_, index) => labels.slice(index).join('.'))
  return names.flatMap((name) => fieldToken('site', name) ?? [])
}

/** @returns the tokens of a language tag: `de-AT` has one for `de-AT` and one for `de` */
export function languageTokens(language: string): string[] {
  const whole = fieldToken('lang', language)
  const primary = fieldToken('lang', /^[a-z]{2,8}/i.exec(language)?.[0] ?? '')
  return [...new Set([whole, primary])].filter((token) => token !== undefined)
}
