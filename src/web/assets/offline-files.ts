import { iconBodies } from '../layout/icon.ts'
import { MESSAGES } from '../layout/words-in-language.ts'
import { ICON_NAMES } from '../styleguide/icon-names.ts'
import type { Asset, Assets } from './assets.ts'

/**
 * @returns the files that pages drawn in the browser need besides scripts: the icons, and the messages of each language
 */
export function offlineFiles(): ReadonlyMap<string, Asset> {
  return new Map([
    ['offline/icons.json', json(iconBodies(ICON_NAMES))],
    ...Object.entries(MESSAGES).map(([language, messages]): [string, Asset] => [
      `offline/messages.${language}.json`,
      json(messages),
    ]),
  ])
}

function json(value: unknown): Asset {
  return { body: Buffer.from(JSON.stringify(value)), contentType: 'application/json', isCompressible: true }
}

/**
 * Matches the assets that pages need offline: style sheets, scripts, images of the interface, and fonts for Latin
 * script.
 */
const NEEDED =
  /^(?:css\/|client\/(?!sw\/|offline\/)|vendor\/(?:turbo|stimulus)\.js|images\/[\w-]+\.svg|offline\/icons|app\.webmanifest|fonts\/(?:literata|inter)\/(?:wght[\w-]*\.css|files\/[\w-]+-latin-wght-\w+\.woff2))/

/** @returns the names of the assets that a browser stores for offline reading */
export function neededOffline({ files }: Assets): string[] {
  return [...files.keys()].filter((name) => NEEDED.test(name))
}
