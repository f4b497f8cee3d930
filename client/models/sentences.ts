import type { TextSpan } from './text-offsets.ts'

/** Matches a text that ends in an abbreviation or an initial, after which a sentence goes on. */
const ABBREVIATED =
  /(?:^|[\s("“„«])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St|No|vs|Fig|cf|e\.g|i\.e|Nr|Bd|bzw|ca|vgl|Mme|Mlle|Sr|Sra|Srta|Dott|Sig)\.\s*$/u

/** Matches a text that goes on with a small letter, such as the words after a quoted question. */
const LOWER_CASE = /^\p{Ll}/u

/**
 * @param language language of the text as in the `lang` attribute; if it is missing or unknown to the browser, the
 * browser's own
 * @returns the spans of the sentences of a text, without the white space around them
 */
export function sentencesOf(text: string, language?: string): TextSpan[] {
  const sentences: TextSpan[] = []
  let start = 0
  for (const { index, segment } of segmenterFor(language).segment(text)) {
    const end = index + segment.length
    const sentence = text.slice(start, end)
    if (end < text.length && (ABBREVIATED.test(sentence) || LOWER_CASE.test(text.slice(end)))) continue
    const trimmed = sentence.trim()
    const from = start + sentence.indexOf(trimmed)
    if (trimmed !== '') sentences.push({ start: from, end: from + trimmed.length })
    start = end
  }
  return sentences
}

function segmenterFor(language: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' })
  } catch {
    // The article names a language that is not a valid language tag.
    return new Intl.Segmenter(undefined, { granularity: 'sentence' })
  }
}
