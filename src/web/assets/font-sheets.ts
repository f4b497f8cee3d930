import type { Appearance } from '../../users/appearance.ts'

/**
 * Style sheets of the fonts that a user can choose. The upright fonts of articles and of the interface are in the shared
 * sheet, and the italic font of articles is in the sheet of the reading page (joined-sheets.ts).
 */
const SHEETS_BY_FONT: Readonly<Record<Appearance['font'], readonly string[]>> = {
  serif: [],
  sans: ['fonts/inter/wght-italic.css'],
  legible: ['fonts/legible/wght.css', 'fonts/legible/wght-italic.css'],
  mono: ['fonts/mono/wght.css', 'fonts/mono/wght-italic.css'],
}

/**
 * @param font the user's font for articles
 * @param hasItalics whether the page contains italic text, as articles do
 * @returns asset names of the font style sheets that a page needs in addition to the shared sheet
 */
export function fontSheets(font: Appearance['font'], hasItalics = true): readonly string[] {
  return SHEETS_BY_FONT[font].filter((name) => hasItalics || !name.endsWith('-italic.css'))
}

const TITLE_FONT_FILES: Readonly<Record<Appearance['font'], string>> = {
  serif: 'fonts/literata/files/literata-latin-wght-normal.woff2',
  sans: 'fonts/inter/files/inter-latin-wght-normal.woff2',
  legible: 'fonts/legible/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  mono: 'fonts/mono/files/jetbrains-mono-latin-wght-normal.woff2',
}

/**
 * @param font the font of the titles: in articles the one that the user chose, on other pages always the serif
 * @returns the font files that browsers should preload: those of titles and of the interface. A font that arrives late
 *   would move every line.
 */
export function earlyFonts(font: Appearance['font']): readonly string[] {
  return [...new Set([TITLE_FONT_FILES[font], TITLE_FONT_FILES.sans])]
}

/**
 * @returns the additional style sheets for a page that shows a sample of every font. Omits those of `font`, which the
 *   page already has.
 */
export function sampleSheets(font: Appearance['font']): readonly string[] {
  const own = fontSheets(font, false)
  return Object.values(SHEETS_BY_FONT)
    .flat()
    .filter((name) => !name.endsWith('-italic.css') && !own.includes(name))
}
