import type { Look } from '../layout/look.ts'

const EVERY_PAGE = ['fonts/literata/wght.css', 'fonts/literata/wght-italic.css', 'fonts/inter/wght.css']
const MORE: Readonly<Record<Look['font'], readonly string[]>> = {
  serif: [],
  sans: ['fonts/inter/wght-italic.css'],
  legible: ['fonts/legible/wght.css', 'fonts/legible/wght-italic.css'],
  mono: ['fonts/mono/wght.css', 'fonts/mono/wght-italic.css'],
}

/**
 * @param font the font that the user reads articles in
 * @param hasItalics whether the page contains italic text, as articles do
 * @returns the style sheets of the fonts that a page needs, by their asset names
 */
export function fontSheets(font: Look['font'], hasItalics = true): readonly string[] {
  return [...EVERY_PAGE, ...MORE[font]].filter((name) => hasItalics || !name.endsWith('-italic.css'))
}

/** @returns the style sheets of all fonts that the page does not load already, for a page with a sample of each */
export function sampleSheets(font: Look['font']): readonly string[] {
  const own = fontSheets(font, false)
  return Object.values(MORE)
    .flat()
    .filter((name) => !name.endsWith('-italic.css') && !own.includes(name))
}
