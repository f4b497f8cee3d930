import { LETTER } from '../dom/letter-class.ts'
/**
 * Names of months, January first, in languages that write dates as day, month, year. The first three or four letters
 * distinguish them.
 */
const MONTH_NAMES: readonly RegExp[] = [
  /^(?:jan|ene|gen|янв|janv)/,
  /^(?:feb|fév|fev|фев)/,
  /^(?:mar|mär|maa|мар|maerz|mrt)/,
  /^(?:apr|avr|abr|апр)/,
  /^(?:may|mai|mei|maj|mag|мая|май)/,
  /^(?:jun|juin|giu|июн)/,
  /^(?:jul|juil|lug|июл)/,
  /^(?:aug|aoû|aou|ago|авг)/,
  /^(?:sep|set|сен)/,
  /^(?:oct|okt|ott|out|окт)/,
  /^(?:nov|ноя)/,
  /^(?:dec|déc|dez|dic|des|дек)/,
]

const HAS_YEAR = /\d{4}/
const ISO_DATE =
  /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]{1,2}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?(?!\d)/i
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z)?)?$/
const DAY_FIRST = new RegExp(
  String.raw`(?<!\d)(\d{1,2})(?:(?:st|nd|rd|th|er|º|\.)?\s{1,3}(?:de\s|of\s)?|-)(${LETTER}{3,12})(?:\.?,?\s{1,3}(?:de\s|` +
    String.raw`del\s)?|-)(\d{4})(?!\d)`,
  'u',
)
const MONTH_FIRST = new RegExp(
  String.raw`(?<!${LETTER})(${LETTER}{3,12})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(\d{4})(?!\d)`,
  'u',
)
const YEAR_FIRST = new RegExp(String.raw`(?<!\d)(\d{4}),?\s(${LETTER}{3,12})\.?\s(\d{1,2})(?!\d)`, 'u')
/** Matches Chinese, Japanese and Korean dates, and those with spaces after full stops, as Korean and Hungarian pages write them. */
const YEAR_MONTH_DAY = /(?<!\d)(\d{4})(?:\s?[年년]\s?|\.\s)(\d{1,2})(?:\s?[月월]\s?|\.\s)(\d{1,2})(?:\s?[日일]|\.)/
const NUMERIC_DATE = /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/
/** Matches a line that consists of a month and a year, as on magazines and reports. */
const MONTH_ONLY = new RegExp(String.raw`^(?:${LETTER}(?:${LETTER}| ){0,30}:\s?)?(${LETTER}{3,12})\.?,?\s(\d{4})$`, 'u')
const TIME_OF_DAY = /(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap])\.?m)?/i
const TIME_ZONE = /(?:GMT|UTC)?\s?([+-]\d{2}:?\d{2})(?!\d)/

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour?: number
  readonly minute?: number
  readonly second?: number
  readonly zone?: string | undefined
}

/**
 * Parses a date as web pages contain it. Other text around the date is allowed. A time without a time zone is taken as
 * UTC.
 *
 * @param text untrusted text; only its first 200 characters are used
 * @param language language of the page from `languageTag`. It decides whether day or month comes first in dates with
 * slashes.
 * @returns the date in ISO 8601, UTC; undefined if there is no date or its year is not between 1 and 9999
 */
export function parsePublishedDate(text: string, language?: string): string | undefined {
  const cut = text.slice(0, 200).trim()
  if (!HAS_YEAR.test(cut)) return undefined
  const numeric = () => readNumeric(cut, isMonthFirst(language))
  const parts = readEpoch(cut) ?? readIso(cut) ?? readWords(cut) ?? numeric() ?? readMonth(cut)
  return typeof parts === 'string' ? parts : parts && toIso(parts)
}

/** Parses a number of seconds or milliseconds since 1970, as some publishing systems write it. */
function readEpoch(text: string): string | undefined {
  if (!/^(?:1[0-9]{9}|1[0-9]{12})$/.test(text)) return undefined
  return new Date(text.length === 10 ? Number(text) * 1000 : Number(text)).toISOString()
}

function readIso(text: string): Parts | undefined {
  const found = ISO_DATE.exec(text) ?? COMPACT_DATE.exec(text)
  if (found === null) return undefined
  const [, year, month, day, hour, minute, second, zone] = found
  const clock = { hour: Number(hour ?? 0), minute: Number(minute ?? 0), second: Number(second ?? 0), zone }
  return { year: Number(year), month: Number(month), day: Number(day), ...clock }
}

function readWords(text: string): Parts | undefined {
  const numbers = YEAR_MONTH_DAY.exec(text)
  if (numbers) return withClock(text, Number(numbers[1]), Number(numbers[2]), Number(numbers[3]))
  const lower = text.toLowerCase()
  const dayFirst = DAY_FIRST.exec(lower)
  const dayMonth = monthNumber(dayFirst?.[2])
  if (dayFirst && dayMonth) return withClock(text, Number(dayFirst[3]), dayMonth, Number(dayFirst[1]))
  const monthFirst = MONTH_FIRST.exec(lower)
  const month = monthNumber(monthFirst?.[1])
  if (monthFirst && month) return withClock(text, Number(monthFirst[3]), month, Number(monthFirst[2]))
  const yearFirst = YEAR_FIRST.exec(lower)
  const middle = monthNumber(yearFirst?.[2])
  return yearFirst && middle ? withClock(text, Number(yearFirst[1]), middle, Number(yearFirst[3])) : undefined
}

function readMonth(text: string): Parts | undefined {
  const found = MONTH_ONLY.exec(text)
  const month = monthNumber(found?.[1])
  return found && month ? { year: Number(found[2]), month, day: 1 } : undefined
}

/**
 * Parses a date that consists of numbers. With dots and hyphens, the day comes before the month; with slashes, the
 * language decides. If the month would be above 12, the order is reversed.
 */
function readNumeric(text: string, hasMonthFirst: boolean): Parts | undefined {
  const found = NUMERIC_DATE.exec(text)
  if (found === null) return undefined
  const [first, second] = [Number(found[1]), Number(found[3])]
  const monthFirst = (found[2] === '/' && hasMonthFirst && first <= 12) || second > 12
  return withClock(text, Number(found[4]), monthFirst ? first : second, monthFirst ? second : first)
}

/**
 * @returns true for languages whose short dates start with the month (CLDR), such as American English and Filipino, and
 * for an unknown language
 */
function isMonthFirst(language: string | undefined): boolean {
  return language === undefined || /^(?:en(?:[-_](?:US|CA|PH|PR|GU))?|fil|tl)$/i.test(language)
}

function monthNumber(word: string | undefined): number | undefined {
  const index = word === undefined ? -1 : MONTH_NAMES.findIndex((month) => month.test(word.toLowerCase()))
  return index < 0 ? undefined : index + 1
}

function withClock(text: string, year: number, month: number, day: number): Parts {
  const found = TIME_OF_DAY.exec(text)
  if (found === null) return { year, month, day }
  const half = found[4]?.toLowerCase()
  const hour = half === undefined ? Number(found[1]) : (Number(found[1]) % 12) + (half === 'p' ? 12 : 0)
  const zone = TIME_ZONE.exec(text.slice(found.index))?.[1]
  return { year, month, day, hour, minute: Number(found[2]), second: Number(found[3] ?? 0), zone }
}

function toIso(parts: Parts): string | undefined {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = parts
  if (!isDay(year, month, day) || hour > 24 || minute > 59 || second > 60) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute - zoneMinutes(parts.zone), second)
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date.toISOString() : undefined
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12) return false
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return day >= 1 && day <= last.getUTCDate()
}

/** @returns the offset in minutes east of UTC; NaN for an impossible time zone, which makes the date invalid */
function zoneMinutes(zone: string | undefined): number {
  const found = zone === undefined ? null : /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (found === null) return 0
  const [hours, minutes] = [Number(found[2]), Number(found[3])]
  return hours > 23 || minutes > 59 ? Number.NaN : (found[1] === '-' ? -1 : 1) * (hours * 60 + minutes)
}
