/**
 * Offsets of time zones, in minutes east of UTC. The American zones and `UT` are from RFC 822, 5.1, and `Z` is from RFC
 * 3339. The remaining names occur in dates that PHP prints.
 */
const ZONE_OFFSETS: ReadonlyMap<string, number> = zonesOf(
  'z=0 ut=0 utc=0 gmt=0 est=-300 edt=-240 cst=-360 cdt=-300 mst=-420 mdt=-360 pst=-480 pdt=-420',
  'wet=0 west=60 bst=60 cet=60 cest=120 eet=120 eest=180 jst=540',
)

function zonesOf(...lists: readonly string[]): Map<string, number> {
  const pairs = lists.flatMap((list) => list.split(' ')).map((one) => one.split('='))
  return new Map(pairs.map(([name = '', minutes]) => [name, Number(minutes)]))
}

/** Matches the name that may precede an offset, as in `GMT+0100` and `UTC+2`. */
const COUNTED_FROM = /^(?:utc?|gmt)?$/

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]? ?/
/** Matches text in brackets after the offset, as in `GMT+0100 (CET)` and `+01:00[Europe/Berlin]`. */
const ZONE_REMARK = / ?[([][^()[\]]{0,60}[)\]]$/
/** Matches the output of C's `asctime` and of the command `date`. Its last part is the year. */
const YEAR_LAST = /^([a-z]{3,9} \d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?)((?: [a-z]{1,5})?(?: ?[+-]\d{2}:?\d{2})?) (\d{4})$/

/**
 * Date formats. As in PHP, the separator decides which number comes first: the month with `/`, the day with `.` and
 * `-`.
 */
const DATE_FORMATS: readonly RegExp[] = [
  /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?!\d)/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  /^(?<year>\d{4})-(?<month>\d{2})$/,
  /^(?<day>\d{1,2})(?<mark>[.-])(?<month>\d{1,2})\k<mark>(?<year>\d{4})(?!\d)/,
  /^(?<month>\d{1,2})(?<slash>\/)(?<day>\d{1,2})\/(?<year>\d{4})(?!\d)/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -](?<name>[a-z]{3,9})\.?,?[ -](?<year>\d{4}|\d{2})(?!\d)/,
  /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/,
  /^(?<name>[a-z]{3,9})\.?,? (?<year>\d{4})$/,
]

const TIME =
  /^(?:,? (?:at )?|t)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[ap])\.?m\.?)?/
const COMPACT_TIME = /^[t ](?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?:[.,](?<fraction>\d{1,9}))?(?!\d)/
const ZONE = /^ ?(?<name>[a-z]{0,5}) ?(?<offset>[+-]\d{1,2}(?::?\d{2})?)?$/
/**
 * Matches the time zone after a date without a time. Here an offset must contain a colon. Otherwise, its digits could
 * belong to the date.
 */
const ZONE_OF_DAY = /^(?:z| ?(?:utc|gmt)|[+-]\d{2}:\d{2})?$/

const MINUTE_MS = 60_000

/**
 * Parses the date formats of common programs: long and short ISO 8601, RFC 822 and its successors, C, JavaScript,
 * numeric dates, and dates with an English month name. Dates without a zone are in UTC.
 * @param text untrusted text; not parsed if longer than 100 characters
 * @returns milliseconds since 1970; undefined for any other text, impossible dates, and years outside 1000 to 9999
 */
export function readDateText(text: string): number | undefined {
  if (text.length > 100) return undefined
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, ' ').replace(WEEKDAY, '').replace(ZONE_REMARK, '')
  const usual = plain.replace(YEAR_LAST, '$1 $4 $2$3')
  const found = DATE_FORMATS.map((pattern) => pattern.exec(usual)).find((match) => match !== null)
  const day = found && dayOf(found.groups!)
  const inDay = found && afterDay(usual.slice(found[0].length))
  if (day === undefined || inDay === undefined) return undefined
  return isSane(day + inDay) ? day + inDay : undefined
}

/**
 * @param rest the text after the date
 * @returns milliseconds from the start of the day in UTC; undefined if the text is not a valid time
 */
function afterDay(rest: string): number | undefined {
  const time = TIME.exec(rest) ?? COMPACT_TIME.exec(rest)
  const clock = time ? clockOf(time.groups!) : 0
  const zoneText = rest.slice(time?.[0].length ?? 0)
  const zone = time || ZONE_OF_DAY.test(zoneText) ? zoneOf(zoneText) : undefined
  return clock === undefined || zone === undefined ? undefined : clock - zone * MINUTE_MS
}

type Groups = Readonly<Record<string, string | undefined>>

/** @returns the start of the day in UTC, in milliseconds since 1970; undefined if the day does not exist */
function dayOf(groups: Groups): number | undefined {
  const year = yearOf(groups['year']!)
  const first = groups['name'] === undefined ? Number(groups['month']) : monthOf(groups['name'])
  const second = Number(groups['day'] ?? 1)
  // In a date with slashes, the month comes first. A first number above 12 can only be the day.
  const [month, day] = groups['slash'] !== undefined && first > 12 ? [second, first] : [first, second]
  const at = Date.UTC(year, month - 1, day)
  const date = new Date(at)
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at : undefined
}

/** @param digits four digits, or two: `00` to `49` mean 2000 to 2049, `50` to `99` mean 1950 to 1999 (RFC 2822, 4.3) */
function yearOf(digits: string): number {
  const year = Number(digits)
  return digits.length === 4 ? year : year + (year < 50 ? 2000 : 1900)
}

/** @returns the number of the month, from 1 to 12; 0 for an unknown name */
function monthOf(name: string): number {
  return 1 + MONTHS.findIndex((month) => month.startsWith(name))
}

/**
 * @returns milliseconds since the start of the day; undefined for an invalid time. 24:00 is valid and means the end of
 *   the day.
 */
function clockOf(groups: Groups): number | undefined {
  const { hour: shownText, minute: minuteText, second: secondText = 0, fraction = '', half } = groups
  const [shown, minute, second] = [Number(shownText), Number(minuteText), Number(secondText)]
  const isHour = half === undefined ? shown <= 24 : shown >= 1 && shown <= 12
  if (!isHour || minute > 59 || second > 59 || (shown === 24 && minute + second > 0)) return undefined
  const hour = half === undefined ? shown : (shown % 12) + (half === 'p' ? 12 : 0)
  return (hour * 60 + minute) * MINUTE_MS + second * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

/** @returns minutes east of UTC; undefined for an unknown zone */
function zoneOf(text: string): number | undefined {
  const { name = '', offset } = ZONE.exec(text)?.groups ?? { name: '?' }
  if (offset === undefined) return name === '' ? 0 : ZONE_OFFSETS.get(name)
  const [, sign, hours, minutes = 0] = /^(.)(\d{1,2}):?(\d{2})?$/.exec(offset)!
  if (!COUNTED_FROM.test(name) || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function isSane(at: number): boolean {
  const year = new Date(at).getUTCFullYear()
  return year >= 1000 && year <= 9999
}
