import type { Localization } from './localization.ts'

const UNITS = ['bytes', 'kilo', 'mega', 'giga', 'tera'] as const

/** @returns a size with a suitable decimal unit, such as 999 B, 1.5 kB or 20 MB */
export function sizeText(bytes: number, t: Localization['t']): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const inUnit = bytes / 1000 ** step
  const digits = inUnit >= 10 || step === 0 ? 0 : 1
  return t(`admin.size.${UNITS[step]!}`, { count: Number(inUnit.toFixed(digits)) })
}
