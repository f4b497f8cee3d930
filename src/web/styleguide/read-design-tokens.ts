/** A design token of the style sheets, and its value in the light theme. */
export interface DesignToken {
  /** name of the CSS custom property, such as `--paper` */
  readonly name: string
  readonly value: string
}

/**
 * @param sheet text of css/tokens.css
 * @returns the tokens in its first block, which defines the light theme
 */
export function readDesignTokens(sheet: string): readonly DesignToken[] {
  const start = sheet.indexOf('{') + 1
  const block = sheet.slice(start, sheet.indexOf('}', start)).replaceAll(/\/\*[^*]*\*\//g, '')
  return block
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('--'))
    .map((line) => {
      const colon = line.indexOf(':')
      return {
        name: line.slice(0, colon),
        value: line
          .slice(colon + 1)
          .replaceAll(/\s+/g, ' ')
          .trim(),
      }
    })
}
