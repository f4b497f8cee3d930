import type { OFFLINE_EN } from '../en/offline.ts'

/** The Spanish version of `en/offline.ts`. */
export const OFFLINE_ES: Readonly<Record<keyof typeof OFFLINE_EN, string>> = {
  'offline.needsNetwork': 'Esto necesita conexión. Inténtalo de nuevo cuando vuelvas a tenerla.',
}
