import type { Localization } from '../layout/localization.ts'

/** The largest duration in milliseconds that a unit shows, and the milliseconds of the unit. */
const UNITS = [
  { unit: 'ms', below: 2000, size: 1 },
  { unit: 's', below: 120_000, size: 1000 },
  { unit: 'min', below: 7_200_000, size: 60_000 },
] as const

/** @returns a duration in a unit that keeps the number short, such as 340 ms or 12 min */
export function durationText(ms: number, t: Localization['t']): string {
  const { unit, size } = UNITS.find(({ below }) => ms < below) ?? { unit: 'h', size: 3_600_000 }
  return t(`admin.duration.${unit}`, { count: Math.round(ms / size) })
}
