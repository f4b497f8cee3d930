/** Matches an ISO 8601 duration without years and months. */
const ISO_DURATION =
  /^P(?:(?<days>\d{1,3})D)?(?:T(?:(?<hours>\d{1,5})H)?(?:(?<minutes>\d{1,5})M)?(?:(?<seconds>\d{1,6})(?:\.\d+)?S)?)?$/i

/**
 * @param text a duration in ISO 8601 or in seconds
 * @returns the duration as `4:13` or `1:04:09`; undefined for other texts
 */
export function readDuration(text: string | undefined): string | undefined {
  const seconds = secondsOf(text?.trim().slice(0, 50) ?? '')
  return seconds === undefined || seconds <= 0 ? undefined : writeDuration(seconds)
}

function secondsOf(text: string): number | undefined {
  if (/^\d{1,6}(?:\.\d+)?$/.test(text)) return Math.floor(Number(text))
  const parts = ISO_DURATION.exec(text)?.groups
  if (parts === undefined) return undefined
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = parts
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** @param total number of seconds @returns the duration as `4:13` or `1:04:09` */
export function writeDuration(total: number): string {
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const seconds = pair(Math.floor(total % 60))
  return hours > 0 ? `${hours}:${pair(minutes)}:${seconds}` : `${minutes}:${seconds}`
}

function pair(value: number): string {
  return String(value).padStart(2, '0')
}

/** @param length a duration as `writeDuration` writes it @returns its whole minutes; 0 without a duration */
export function minutesOf(length: string | undefined): number {
  const [, minutes = 0, hours = 0] = (length ?? '').split(':').toReversed().map(Number)
  return hours * 60 + minutes
}
