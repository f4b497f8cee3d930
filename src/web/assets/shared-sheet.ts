import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Asset, PackedFiles } from './assets.ts'
import { plainStyles } from './strip-comments.ts'

/** Fonts of the text and of the interface, upright. Their italics are needed by articles only. */
const FONTS = ['fonts/literata', 'fonts/inter']
const SHEETS = ['tokens', 'base', 'frame', 'forms']

/**
 * Joins the style sheets that every page needs. One file costs a first visit 2.5 kB less than six, because each response
 * has headers of its own and is compressed by itself.
 * @param folder path of the public folder
 * @param fonts the font files that are served
 */
export function sharedSheet(folder: string, fonts: readonly PackedFiles[]): ReadonlyMap<string, Asset> {
  const faces = fonts
    .filter(({ prefix }) => FONTS.includes(prefix))
    .map((font) => readFileSync(join(font.folder, 'wght.css'), 'utf8').replaceAll('url(./', `url(../${font.prefix}/`))
  const sheets = SHEETS.map((name) => readFileSync(join(folder, 'css', `${name}.css`), 'utf8'))
  const body = Buffer.from([...faces, ...sheets].map(plainStyles).join('\n'))
  return new Map([['css/shared.css', { body, contentType: 'text/css; charset=utf-8', isCompressible: true }]])
}

/** Matches the files that are part of the shared sheet. */
export const SHARED_PARTS = new RegExp(`^(?:(?:${FONTS.join('|')})/wght|css/(?:${SHEETS.join('|')}))\\.css$`)
