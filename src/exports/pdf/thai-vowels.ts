/** A tone mark before SARA AM (U+0E33). The ring of the vowel belongs below the tone mark. */
const TONE_AND_AM = /([\u0e48-\u0e4b]+)\u0e33/g

/**
 * @returns the text with this vowel split into its two parts, in the order ring, tone mark, stroke that fonts expect
 *   (as HarfBuzz does)
 */
export function withSplitVowels(text: string): string {
  return text.includes('\u0e33') ? text.replaceAll(TONE_AND_AM, '\u0e4d$1\u0e32') : text
}
