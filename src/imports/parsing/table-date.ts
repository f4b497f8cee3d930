import { dateOfText } from './import-date.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const

/** The order of day and month in dates such as 05/03/2024: stated by the format of the file, or unknown. */
export type DayOrder = 'dayFirst' | 'unknown'

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i
const DATE_AND_TIME = /^(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|[\w ,.]*?\b\d{4})(?!\d)(.*)$/is

/**
 * Converts the dates that spreadsheets and exports write: 2024/3/4, 4.3.2024, 25/12/2024, 12/25/2024, Mon, 4 Mar 2024 and
 * March 4, 2024, each with or without a time, which may have am and pm and a zone. Dates with full stops start with the day.
 * @param cell a date in any form
 * @returns the date as ISO 8601; the unchanged text if it has another form, or could be two different days, such as
 *   03/04/2024
 */
export function isoOfTable(cell: string, order: DayOrder): string {
  const text = cell.trim()
  if (text.length > 60 || dateOfText(text) !== undefined) return text
  const [, date = '', time = ''] = DATE_AND_TIME.exec(text.replace(WEEKDAY, '')) ?? []
  const day = dayOf(date, order)
  const clock = clockOf(time)
  return day === undefined || clock === undefined ? text : day + clock
}

/** @returns the day as `yyyy-mm-dd`; undefined if the text is none, or could be two days */
const dayOf = (text: string, order: DayOrder): string | undefined => dayOfNumbers(text, order) ?? dayOfName(text)

function dayOfNumbers(text: string, order: DayOrder): string | undefined {
  const [, first = '', mark, second = '', last = ''] = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(text) ?? []
  if (first.length === 4) return isoDay(first, second, last)
  const isDayFirst = mark === '.' || order === 'dayFirst' || Number(first) > 12 || first === second
  if (isDayFirst) return isoDay(last, second, first)
  return Number(second) > 12 ? isoDay(last, first, second) : undefined
}

/** Matches `25 March 2024`, where the number of the day comes before the month, or `March 25, 2024`. */
const WITH_NAME = /^(?:(\d\d?)(?:st|nd|rd|th)? )?([a-z]{3,9})\.?(?: (\d\d?)(?:st|nd|rd|th)?)?,? (\d{4})$/i

function dayOfName(text: string): string | undefined {
  const [, before, name = '', after, year = ''] = WITH_NAME.exec(text) ?? []
  const month = MONTHS.findIndex((one) => name.toLowerCase().startsWith(one))
  const day = before ?? after
  return month === -1 || day === undefined ? undefined : isoDay(year, String(month + 1), day)
}

function isoDay(year: string, month: string, day: string): string | undefined {
  if (year.length !== 4 || day.length > 2) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Matches a time, which may be followed by am or pm, and by a zone. */
const CLOCK =
  /^(?:,? |t|,? at )(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?(?: ?([+-]\d\d:?\d\d|[a-z]{1,5}))?$/i

/**
 * @param text what follows the day, such as ` 12:30`, `, 3:05 pm` or ` 12:30:00 +0100`
 * @returns the time as the end of an ISO 8601 text, without an unknown zone; undefined if it is no time
 */
function clockOf(text: string): string | undefined {
  if (text.trim() === '') return ''
  const [, hours = '', minutes = '', seconds = '00', half = '', zone = ''] =
    CLOCK.exec(text.replaceAll(/\s+/g, ' ')) ?? []
  if (hours === '') return undefined
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const isKnown = /^(?:z|utc|gmt|[+-].*)$/i.test(zone)
  return `T${String(hour).padStart(2, '0')}:${minutes}:${seconds}${isKnown ? zone : ''}`
}
