import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { PackedFiles } from './assets.ts'

/** Style sheets of the fonts, by their names among the assets: what a page loads. */
export const FONT_SHEETS: readonly string[] = [
  'fonts/literata/wght.css',
  'fonts/literata/wght-italic.css',
  'fonts/inter/wght.css',
]

/** The faces of our pages, each cut into scripts of which a browser loads what a page needs (SIL Open Font License). */
export function fontFiles(): PackedFiles[] {
  const { resolve } = createRequire(import.meta.url)
  const folder = (name: string): string => dirname(resolve(`${name}/package.json`))
  return [
    {
      prefix: 'fonts/literata',
      folder: folder('@fontsource-variable/literata'),
      pattern: /^(?:wght(?:-italic)?\.css|files\/[\w-]+-wght-(?:normal|italic)\.woff2)$/,
    },
    {
      prefix: 'fonts/inter',
      folder: folder('@fontsource-variable/inter'),
      pattern: /^(?:wght\.css|files\/[\w-]+-wght-normal\.woff2)$/,
    },
  ]
}
