import { fileURLToPath } from 'node:url'
import { loadAssets, type Assets } from './assets.ts'
import { clientFiles } from './client-files.ts'
import { fontFiles } from './font-files.ts'
import { offlineFiles } from './offline-files.ts'
import { sharedSheet } from './shared-sheet.ts'

const PUBLIC = fileURLToPath(new URL('../../../public', import.meta.url))

let loaded: Promise<Assets> | undefined

/**
 * @returns all static files: the public folder, the fonts and the browser's scripts. The files do not change while the
 *   server runs, so each process reads them once.
 */
export function websiteAssets(): Promise<Assets> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Assets> {
  const fonts = fontFiles()
  return loadAssets(
    PUBLIC,
    fonts,
    new Map([...sharedSheet(PUBLIC, fonts), ...(await clientFiles()), ...offlineFiles()]),
  )
}
