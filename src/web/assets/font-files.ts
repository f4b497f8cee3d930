import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { PackedFiles } from './assets.ts'
import type { Look } from '../layout/look.ts'

const EVERY_PAGE = ['fonts/literata/wght.css', 'fonts/literata/wght-italic.css', 'fonts/inter/wght.css']
const MORE: Readonly<Record<Look['font'], readonly string[]>> = {
  serif: [],
  sans: ['fonts/inter/wght-italic.css'],
  legible: ['fonts/legible/wght.css', 'fonts/legible/wght-italic.css'],
  mono: ['fonts/mono/wght.css', 'fonts/mono/wght-italic.css'],
}

/**
 * @param hasItalics whether the page contains italic text, as articles do
 * @returns the style sheets of the fonts that a page needs, by their asset names
 */
export function fontSheets(font: Look['font'], hasItalics = true): readonly string[] {
  return [...EVERY_PAGE, ...MORE[font]].filter((name) => hasItalics || !name.endsWith('-italic.css'))
}

/** @returns the style sheets of all other fonts, for a page that shows a sample of each */
export function sampleSheets(font: Look['font']): readonly string[] {
  const own = fontSheets(font, false)
  return Object.values(MORE)
    .flat()
    .filter((name) => !name.endsWith('-italic.css') && !own.includes(name))
}

const PACKAGES = {
  literata: '@fontsource-variable/literata',
  inter: '@fontsource-variable/inter',
  legible: '@fontsource-variable/atkinson-hyperlegible-next',
  mono: '@fontsource-variable/jetbrains-mono',
} as const
const USED = /^(?:wght(?:-italic)?\.css|files\/[\w-]+-wght-(?:normal|italic)\.woff2)$/

/**
 * The fonts of the pages, split by script so that a browser loads only the parts that a page needs (SIL Open Font
 * License).
 */
export function fontFiles(): PackedFiles[] {
  const { resolve } = createRequire(import.meta.url)
  const folder = (name: string): string => dirname(resolve(`${name}/package.json`))
  return Object.entries(PACKAGES).map(([name, from]) => ({
    prefix: `fonts/${name}`,
    folder: folder(from),
    pattern: USED,
  }))
}
