import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Asset, PackedFiles } from './assets.ts'
import { stripStyles } from './strip-styles.ts'

/**
 * The fonts of articles and of the interface. The shared sheet contains only their upright styles, because only
 * articles need the italic ones.
 */
const FONTS = ['fonts/literata', 'fonts/inter']
const SHEETS = ['tokens', 'base', 'frame', 'forms']
/** The italic style of the font that articles have by default. */
const ARTICLE_FONTS = ['fonts/literata']
const ARTICLE_SHEETS = ['reader']
/** The sheets that the reading page needs in addition, because it is more than an article. */
const READING_SHEETS = ['panels', 'reader-bar', 'annotations', 'reader-margins', 'copyable']
/** The sheets of the settings and of other pages with forms. */
const SETTINGS_SHEETS = ['settings', 'copyable']

/**
 * Joins the style sheets that every page needs into one, those of the reading page into another one, and those of the settings.
 * On a first visit, one file saves 2.5 kB compared with six: each response has its own headers and is compressed separately. Browsers also
 * send only six requests at a time to a server without HTTP/2.
 * @param folder path of the public folder
 * @param fonts the font files that are served
 */
export function joinedSheets(folder: string, fonts: readonly PackedFiles[]): ReadonlyMap<string, Asset> {
  const faces = (names: readonly string[], file: string) =>
    fonts
      .filter(({ prefix }) => names.includes(prefix))
      .map((font) => readFileSync(join(font.folder, file), 'utf8').replaceAll('url(./', `url(../${font.prefix}/`))
  const sheets = (names: readonly string[]) =>
    names.map((name) => readFileSync(join(folder, 'css', `${name}.css`), 'utf8'))
  const article = [...faces(ARTICLE_FONTS, 'wght-italic.css'), ...sheets(ARTICLE_SHEETS)]
  return new Map([
    ['css/shared.css', styleAsset([...faces(FONTS, 'wght.css'), ...sheets(SHEETS)])],
    ['css/reader.css', styleAsset(article)],
    ['css/reading.css', styleAsset([...article, ...sheets(READING_SHEETS)])],
    ['css/settings.css', styleAsset(sheets(SETTINGS_SHEETS))],
  ])
}

function styleAsset(sheets: readonly string[]): Asset {
  const body = Buffer.from(sheets.map(stripStyles).join('\n'))
  return { body, contentType: 'text/css; charset=utf-8', isCompressible: true }
}

/** Matches the files whose content is only needed in a joined sheet. */
export const JOINED_PARTS = new RegExp(
  `^(?:(?:${FONTS.join('|')})/wght|(?:${ARTICLE_FONTS.join('|')})/wght-italic|css/(?:${SHEETS.join('|')}|reader-margins))\\.css$`,
)
