import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { PackedFiles } from './assets.ts'

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
export function fontFiles(): PackedFiles[] {
  const { resolve } = createRequire(import.meta.url)
  const folder = (name: string): string => dirname(resolve(`${name}/package.json`))
  return Object.entries(FONT_PACKAGES).map(([name, from]) => ({
    prefix: `fonts/${name}`,
    folder: folder(from),
    pattern: USED_FONT_FILE,
  }))
}
