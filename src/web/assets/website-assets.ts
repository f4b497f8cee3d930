import { fileURLToPath } from 'node:url'
import { loadAssets, type Assets } from './assets.ts'
import { clientFiles } from './client-files.ts'
import { fontFiles } from './font-files.ts'
import { offlineFiles } from './offline-files.ts'
import { sharedSheet } from './shared-sheet.ts'

const PUBLIC = fileURLToPath(new URL('../../../public', import.meta.url))

let loaded: Assets | undefined

/**
 * @returns the static files of the service: the public folder, fonts and the browser's scripts. They are part of the
 *   installed version, so they are read once per process.
 */
export function websiteAssets(): Assets {
  loaded ??= load()
  return loaded
}

function load(): Assets {
  const fonts = fontFiles()
  return loadAssets(PUBLIC, fonts, new Map([...sharedSheet(PUBLIC, fonts), ...clientFiles(), ...offlineFiles()]))
}
