/** Lower-case letters that Unicode does not decompose into a letter and an accent, with their replacements. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
}
const SPELLED_LETTERS = new RegExp(`[${Object.keys(LETTER_REPLACEMENTS).join('')}]`, 'gu')

/**
 * Marks to remove: accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic, and invisible characters.
 * Marks of other scripts are kept, such as the vowels of Devanagari and Thai. The breve of й is kept too. Readers
 * regard these marks as parts of letters.
 */
const REMOVED_MARKS =
  /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640]|[\u00ad\u200b-\u200f\u2060]|[\ufe00-\ufe0f]/gu

/** Matches texts that only need lower case. Quotation marks and dashes have no other form. */
const PLAIN_TEXT = /^[\0-\x7f‘’“”–—]*$/

/**
 * Folds entries and queries to the same form, so that they can be compared.
 * @returns the text in lower case, without accents and compatibility variants (NFKC)
 */
export function foldText(text: string): string {
  if (PLAIN_TEXT.test(text)) return text.toLowerCase()
  const bare = text.normalize('NFKD').toLowerCase().normalize('NFKD').replaceAll(REMOVED_MARKS, '')
  return bare.replaceAll(SPELLED_LETTERS, (letter) => LETTER_REPLACEMENTS[letter]!).normalize('NFC')
}
