/** When a digest is sent, in the time zone of its user. */
export interface DigestSchedule {
  /** 1 for Monday to 7 for Sunday; null for every day */
  readonly weekday: number | null
  /** minutes after midnight */
  readonly minute: number
}

/**
 * @returns the latest time of the schedule that is not after `at`. On a day without this time of day, because the clocks are
 *   put forward, it is later by the length of the gap; on a day with two of them, it is the first one.
 */
export function latestTime(schedule: DigestSchedule, at: Date, timeZone: string): Date {
  let day = dayOf(at, timeZone)
  // The last eight days contain every day of the week, also if the time of the first one is still to come.
  for (;;) {
    const time = timeOn(day, schedule, timeZone)
    if (isOnSchedule(day, schedule) && time <= at) return time
    day = day.subtract({ days: 1 })
  }
}

/** @returns the first time of the schedule after `at`; see `latestTime` for the days on which the clocks change */
export function nextTime(schedule: DigestSchedule, at: Date, timeZone: string): Date {
  let day = dayOf(at, timeZone)
  for (;;) {
    const time = timeOn(day, schedule, timeZone)
    if (isOnSchedule(day, schedule) && time > at) return time
    day = day.add({ days: 1 })
  }
}

function dayOf(at: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
}

const isOnSchedule = (day: Temporal.PlainDate, { weekday }: DigestSchedule): boolean =>
  weekday === null || day.dayOfWeek === weekday

function timeOn(day: Temporal.PlainDate, { minute }: DigestSchedule, timeZone: string): Date {
  const local = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
  return new Date(local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds)
}
