/** Tone marks followed by SARA AM (U+0E33). The ring of SARA AM is drawn below the tone mark. */
const TONE_AND_AM = /([\u0e48-\u0e4b]+)\u0e33/g

/**
 * Splits each SARA AM that follows tone marks in two: the ring comes before the tone marks, the stroke after them.
 * Fonts expect this order, and HarfBuzz splits the vowel in the same way.
 * @returns the text with the split vowels
 */
export function withSplitVowels(text: string): string {
  return text.includes('\u0e33') ? text.replaceAll(TONE_AND_AM, '\u0e4d$1\u0e32') : text
}
