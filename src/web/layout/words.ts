import { IntlMessageFormat } from 'intl-messageformat'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../kernel/languages.ts'
import { DE } from '../messages/de.ts'
import { EN, type MessageKey } from '../messages/en.ts'
import { ES } from '../messages/es.ts'
import { FR } from '../messages/fr.ts'
import { IT } from '../messages/it.ts'

const MESSAGES: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = {
  en: EN,
  de: DE,
  es: ES,
  fr: FR,
  it: IT,
}

/** Values for the placeholders of a message. */
export type MessageValues = Readonly<Record<string, string | number>>

/** The texts of one language. */
export interface Words {
  readonly language: Language
  /** @returns the text of a message, plain, for a template to escape */
  readonly t: (key: MessageKey, values?: MessageValues) => string
  /** @returns the day in UTC */
  readonly day: (date: Date, length: 'long' | 'short') => string
  /** @param ms an age @returns it in one or two words */
  readonly age: (ms: number) => string
}

const made = new Map<Language, Words>()

/** @returns the words of a language, the same object each time, because it caches parsed messages */
export function wordsIn(language: Language): Words {
  const known = made.get(language)
  if (known) return known
  const words = makeWords(language)
  made.set(language, words)
  return words
}

/**
 * @param header the browser's `Accept-Language` (RFC 9110, 12.5.4)
 * @returns the preferred language among those of the web app, else English
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

const DAY = { day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
/** Locales of dates and numbers. English pages use the date format of most of their users: day before month. */
const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  it: 'it-IT',
}

type Age = readonly [unit: Intl.RelativeTimeFormatUnit, size: number]
/** Units from the largest down; the first that fits once is used. In milliseconds. */
const AGES: readonly Age[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const NOW: Age = ['second', Number.MAX_SAFE_INTEGER]

function makeWords(language: Language): Words {
  const messages = MESSAGES[language]
  const locale = LOCALES[language]
  const parsed = new Map<MessageKey, IntlMessageFormat>()
  // Created on first use: loading ICU's data takes longer than rendering the rest of a page.
  const days = new Map<string, Intl.DateTimeFormat>()
  let ages: Intl.RelativeTimeFormat | undefined
  return {
    language,
    t: (key, values) => {
      const message = messages[key]
      if (!values) return message
      const format = parsed.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
      parsed.set(key, format)
      return String(format.format(values))
    },
    day: (date, length) => {
      const format = days.get(length) ?? new Intl.DateTimeFormat(locale, { ...DAY, month: length })
      days.set(length, format)
      return format.format(date)
    },
    age: (ms) => {
      ages ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
      const [unit, size] = AGES.find(([, least]) => ms >= least) ?? NOW
      return ages.format(-Math.floor(Math.max(0, ms) / size) + 0, unit)
    },
  }
}
