import { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from '../../kernel/languages.ts'
import type { ArgumentsOf, MessageKey, Messages } from '../messages/message-key.ts'

/** Messages, dates and ages in one language. */
export interface Localization {
  readonly language: Language
  /** @returns a message as plain text. Templates must escape it. */
  readonly t: <K extends MessageKey>(key: K, ...values: ArgumentsOf<K>) => string
  /** @returns true if there is a message with this key */
  readonly has: (key: string) => key is MessageKey
  /** @returns the date in UTC, with the name of the month */
  readonly day: (date: Date, length: 'long' | 'short') => string
  /** @param ms age in milliseconds @returns the age in words, such as "3 days ago" */
  readonly age: (ms: number) => string
}

const DAY = { day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
/** @returns the locale for dates and numbers. In English dates, the day comes before the month. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

type Age = readonly [unit: Intl.RelativeTimeFormatUnit, size: number]
/**
 * Time units with their lengths in milliseconds, largest first. An age is shown in the largest unit that fits into it.
 */
const AGE_UNITS: readonly Age[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const SECONDS_ONLY: Age = ['second', Number.MAX_SAFE_INTEGER]

/**
 * @param messages the messages of the language, by key
 * @returns the texts of the language, as an object that caches parsed messages
 */
export function createLocalization(language: Language, messages: Messages): Localization {
  const locale = localeOf(language)
  const parsed = new Map<MessageKey, IntlMessageFormat>()
  // The formatters are created when they are first needed, because loading the ICU data takes longer than rendering the
  // rest of a page.
  const days = new Map<string, Intl.DateTimeFormat>()
  let ages: Intl.RelativeTimeFormat | undefined
  return {
    language,
    has: (key): key is MessageKey => Object.hasOwn(messages, key),
    t: (key, ...[values]: readonly object[]) => {
      const message = messages[key]
      if (!values) return message
      const format = parsed.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
      parsed.set(key, format)
      return String(format.format(values as Record<string, string | number>))
    },
    day: (date, length) => {
      const format = days.get(length) ?? new Intl.DateTimeFormat(locale, { ...DAY, month: length })
      days.set(length, format)
      return format.format(date)
    },
    age: (ms) => {
      ages ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
      const [unit, size] = AGE_UNITS.find(([, least]) => ms >= least) ?? SECONDS_ONLY
      return ages.format(-Math.floor(Math.max(0, ms) / size) + 0, unit)
    },
  }
}
