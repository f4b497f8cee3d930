import type { Look } from '../layout/look.ts'

/** Sheets that every choice of font needs. The upright fonts of the text and the interface are in the shared sheet. */
const EVERY_FONT = ['fonts/literata/wght-italic.css']
const MORE: Readonly<Record<Look['font'], readonly string[]>> = {
  serif: [],
  sans: ['fonts/inter/wght-italic.css'],
  legible: ['fonts/legible/wght.css', 'fonts/legible/wght-italic.css'],
  mono: ['fonts/mono/wght.css', 'fonts/mono/wght-italic.css'],
}

/**
 * @param font the font that the user reads articles in
 * @param hasItalics whether the page contains italic text, as articles do
 * @returns the style sheets of the fonts that a page needs in addition to the shared sheet, by their asset names
 */
export function fontSheets(font: Look['font'], hasItalics = true): readonly string[] {
  return [...EVERY_FONT, ...MORE[font]].filter((name) => hasItalics || !name.endsWith('-italic.css'))
}

const FACES: Readonly<Record<Look['font'], string>> = {
  serif: 'fonts/literata/files/literata-latin-wght-normal.woff2',
  sans: 'fonts/inter/files/inter-latin-wght-normal.woff2',
  legible: 'fonts/legible/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  mono: 'fonts/mono/files/jetbrains-mono-latin-wght-normal.woff2',
}

/** @returns the font files of the titles and the interface, to be preloaded: a font that arrives late moves every line */
export function earlyFonts(font: Look['font']): readonly string[] {
  return [...new Set([FACES[font], FACES.sans])]
}

/** @returns the style sheets of all fonts that the page does not load already, for a page with a sample of each */
export function sampleSheets(font: Look['font']): readonly string[] {
  const own = fontSheets(font, false)
  return Object.values(MORE)
    .flat()
    .filter((name) => !name.endsWith('-italic.css') && !own.includes(name))
}
