import type { Words } from '../layout/words.ts'

const UNITS = ['bytes', 'kilo', 'mega', 'giga', 'tera'] as const

/** @returns an amount of bytes in the unit that leaves one to three digits before the point (SI, steps of 1000) */
export function sizeText(bytes: number, t: Words['t']): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const inUnit = bytes / 1000 ** step
  const digits = inUnit >= 10 || step === 0 ? 0 : 1
  return t(`admin.size.${UNITS[step]!}`, { count: Number(inUnit.toFixed(digits)) })
}
