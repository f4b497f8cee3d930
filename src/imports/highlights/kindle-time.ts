/** Languages in which a Kindle writes the names of months. Chinese, Japanese and Korean dates consist of numbers. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru']

const MONTHS: ReadonlyMap<string, number> = new Map(LANGUAGES.flatMap(monthsIn))

const EAST_ASIAN_DAY = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/
/** "am" without a time before it is a German word. */
const TIME = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?\s?m\b)?/i
const EAST_ASIAN_HALF = /(下午|午後|오후)|上午|午前|오전/

/**
 * @param text the end of the second line of a clipping, such as "Added on Tuesday, 7 July 2026 12:32:25 AM"
 * @returns the time as ISO 8601 text, as if the clock of the device showed UTC; undefined if the text contains no date
 */
export function kindleTime(text: string): string | undefined {
  const time = TIME.exec(text)
  const day = dayOf(time ? text.replace(time[0], ' ') : text)
  if (!day) return undefined
  const [, hour = '0', minute = '0', second = '0'] = time ?? []
  const half = time?.[4]?.toLowerCase() ?? eastAsianHalf(text)
  const clock = [hourOf(Number(hour), half), Number(minute), Number(second)].map(twoDigits).join(':')
  const iso = `${day.map(twoDigits).join('-')}T${clock}.000Z`
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) || date.toISOString() !== iso ? undefined : iso
}

function dayOf(text: string): [number, number, number] | undefined {
  const numbers = EAST_ASIAN_DAY.exec(text)?.slice(1).map(Number)
  if (numbers) return numbers as [number, number, number]
  const month = Array.from(text.matchAll(/\p{L}+/gu), ([word]) => MONTHS.get(word.toLowerCase())).find(Boolean)
  const year = /\b(\d{4})\b/.exec(text)?.[1]
  const day = /\b(\d{1,2})\b/.exec(text)?.[1]
  if (month === undefined || year === undefined || day === undefined) return undefined
  return [Number(year), month, Number(day)]
}

function eastAsianHalf(text: string): string | undefined {
  const found = EAST_ASIAN_HALF.exec(text)
  return found ? (found[1] === undefined ? 'a' : 'p') : undefined
}

/** @param half `a` before noon, `p` after it @returns the hour from 0 to 23. In a half of the day, 12 comes before 1. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** @returns the months as they are written with a day, which in some languages is another form of the name */
function monthsIn(language: string): [string, number][] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month): [string, number] => {
    const parts = format.formatToParts(Date.UTC(2026, month, 1))
    return [parts.find(({ type }) => type === 'month')!.value.toLowerCase(), month + 1]
  })
}
