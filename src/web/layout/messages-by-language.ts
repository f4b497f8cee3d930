import { readFileSync } from 'node:fs'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '../../kernel/languages.ts'
import type { Messages } from '../messages/message-key.ts'
import { createLocalization, type Localization } from './localization.ts'

const ENGLISH = readMessages(DEFAULT_LANGUAGE)

/**
 * The messages of all languages. A file may lack those of the style guide, which is for developers. A new
 * language needs its file and a place in `LANGUAGES`.
 */
export const MESSAGES = Object.fromEntries(
  LANGUAGES.map((language) => [language, { ...ENGLISH, ...readMessages(language) }]),
) as Readonly<Record<Language, Messages>>

function readMessages(language: Language): Messages {
  return JSON.parse(readFileSync(new URL(`../messages/${language}.json`, import.meta.url), 'utf8')) as Messages
}

const localizations = new Map<Language, Localization>()

/**
 * @returns the texts of a language. Every call returns the same object, so that all callers share its cache of parsed
 *   messages.
 */
export function localizationIn(language: Language): Localization {
  const known = localizations.get(language)
  if (known) return known
  const words = createLocalization(language, MESSAGES[language])
  localizations.set(language, words)
  return words
}

/**
 * @param header the browser's `Accept-Language` (RFC 9110, 12.5.4)
 * @returns the language of the web app that the browser prefers; English if the header contains none
 */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([\d.]{1,6})$/.exec(text)?.[1]).find((text) => text !== undefined)
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ language, quality }) => isLanguage(language) && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  const best = wanted[0]?.language
  return isLanguage(best) ? best : DEFAULT_LANGUAGE
}
