/**
 * Classes of letters for regular expressions with the flag `u`, in place of `\p{L}`: everything except signs, digits,
 * punctuation, symbols and emoji. V8 compiles each `\p{L}` to several kilobytes for each place at which it may match, because
 * it has hundreds of ranges, and these classes have a dozen. Marks and rare signs that they also contain make no difference
 * in names and dates.
 */
const LATIN_SIGNS = String.raw`[-\x60{-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7`
const OTHER_SIGNS = String.raw`\u201a-\u2bff\u3000-\u3004\u3008-\u3020\u30fb\ufe10-\ufe6f\uff00-\uff20\u{1f000}-\u{1faff}`

/** Matches one letter. */
export const LETTER = String.raw`[^\0-@${LATIN_SIGNS}\u2000-\u2019${OTHER_SIGNS}]`
/** Matches one letter, or a sign within names: an apostrophe, a dot or a hyphen. */
export const NAME_LETTER = String.raw`[^\0-&(-,/-@${LATIN_SIGNS}\u2000-\u2018${OTHER_SIGNS}]`
