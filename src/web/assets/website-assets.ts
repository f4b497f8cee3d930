import { fileURLToPath } from 'node:url'
import { loadAssets, type Assets, type PackedFiles } from './assets.ts'
import { listSheet } from './card-icons.ts'
import { clientFiles } from './client-files.ts'
import { offlineFiles } from './offline-files.ts'
import { joinedSheets } from './joined-sheets.ts'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

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
    new Map([...joinedSheets(PUBLIC, fonts), ...listSheet(PUBLIC), ...(await clientFiles()), ...offlineFiles()]),
  )
}

const FONT_PACKAGES = {
  literata: '@fontsource-variable/literata',
  inter: '@fontsource-variable/inter',
  legible: '@fontsource-variable/atkinson-hyperlegible-next',
  mono: '@fontsource-variable/jetbrains-mono',
} as const
const USED_FONT_FILE = /^(?:wght(?:-italic)?\.css|files\/[\w-]+-wght-(?:normal|italic)\.woff2)$/

/**
 * @returns the font files of the web app (SIL Open Font License). Each font has one file for each script, such as
 *   Latin, so that a browser loads only the files that a page needs.
 */
function fontFiles(): PackedFiles[] {
  const { resolve } = createRequire(import.meta.url)
  const folder = (name: string): string => dirname(resolve(`${name}/package.json`))
  return Object.entries(FONT_PACKAGES).map(([name, from]) => ({
    prefix: `fonts/${name}`,
    folder: folder(from),
    pattern: USED_FONT_FILE,
  }))
}
