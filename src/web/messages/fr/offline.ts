import type { OFFLINE_EN } from '../en/offline.ts'

/** The French version of `en/offline.ts`. */
export const OFFLINE_FR: Readonly<Record<keyof typeof OFFLINE_EN, string>> = {
  'offline.needsNetwork': 'Une connexion est nécessaire. Réessayez une fois en ligne.',
}
