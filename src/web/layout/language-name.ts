import type { Localization } from './localization.ts'

/** @returns the name of a language in the language of the page; its tag if the name is unknown */
export function languageName(tag: string | null | undefined, words: Localization): string {
  if (!tag) return ''
  try {
    return new Intl.DisplayNames(words.language, { type: 'language' }).of(tag) ?? tag
  } catch {
    // The text is no valid language tag.
    return tag
  }
}
