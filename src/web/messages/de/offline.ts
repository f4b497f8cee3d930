import type { OFFLINE_EN } from '../en/offline.ts'

/** The German version of `en/offline.ts`. */
export const OFFLINE_DE: Readonly<Record<keyof typeof OFFLINE_EN, string>> = {
  'offline.needsNetwork': 'Dafür ist eine Verbindung nötig. Versuche es erneut, sobald du wieder online bist.',
}
