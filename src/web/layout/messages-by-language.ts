import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../kernel/languages.ts'
import { DE } from '../messages/de.ts'
import { EN, type MessageKey } from '../messages/en.ts'
import { ES } from '../messages/es.ts'
import { FR } from '../messages/fr.ts'
import { IT } from '../messages/it.ts'
import { createLocalization, type Localization } from './localization.ts'

/** The messages of all languages, by key. */
export const MESSAGES: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = {
  en: EN,
  de: DE,
  es: ES,
  fr: FR,
  it: IT,
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
