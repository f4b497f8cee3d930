import { MESSAGES } from '../layout/messages-by-language.ts'
import type { Asset, Assets } from './assets.ts'
import { JOINED_PARTS } from './joined-sheets.ts'

/** @returns the messages of each language as assets. The service worker needs them to render pages offline. */
export function offlineFiles(): ReadonlyMap<string, Asset> {
  return new Map(
    Object.entries(MESSAGES).map(([language, messages]) => [`offline/messages.${language}.json`, json(messages)]),
  )
}

function json(value: unknown): Asset {
  return { body: Buffer.from(JSON.stringify(value)), contentType: 'application/json', isCompressible: true }
}

/**
 * Matches the assets that pages need offline: style sheets, scripts, images of the interface, and fonts for Latin
 * script.
 */
const NEEDED_OFFLINE =
  /^(?:css\/|client\/(?!service-worker)|vendor\/icons\.json|images\/[\w-]+\.svg|app\.webmanifest|fonts\/(?:literata|inter)\/(?:wght[\w-]*\.css|files\/[\w-]+-latin-wght-\w+\.woff2))/

/** @returns the names of the assets that a browser stores for offline reading */
export function neededOffline({ files }: Assets): string[] {
  return [...files.keys()].filter((name) => NEEDED_OFFLINE.test(name) && !JOINED_PARTS.test(name))
}
