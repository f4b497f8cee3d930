/** A tone mark before SARA AM (U+0E33). The ring of the vowel belongs below the tone mark. */
const TONE_AND_AM = /([\u0e48-\u0e4b]+)\u0e33/g

/** @returns a text with this vowel in its two parts, ring, tone and stroke, as fonts stack them (HarfBuzz does so too) */
export function withSplitVowels(text: string): string {
  return text.includes('\u0e33') ? text.replaceAll(TONE_AND_AM, '\u0e4d$1\u0e32') : text
}
