import type { OFFLINE_EN } from '../en/offline.ts'

/** The Italian version of `en/offline.ts`. */
export const OFFLINE_IT: Readonly<Record<keyof typeof OFFLINE_EN, string>> = {
  'offline.needsNetwork': 'Serve una connessione. Riprova quando sei di nuovo online.',
}
