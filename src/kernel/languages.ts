/** BCP 47 tags of the languages of the interface and of exported files. Every text is available in each of them. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it'] as const

export type Language = (typeof LANGUAGES)[number]

/** The language of accounts and visitors whose language is not known. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** @returns true if a value is the tag of one of the languages */
export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((tag) => tag === text)
}

/**
 * @param tag any value, such as `fr`, `fr-CA` or `fr_CA`
 * @returns the language of the tag, ignoring its region; undefined for any other value
 */
export function languageOfTag(tag: unknown): Language | undefined {
  const language = typeof tag === 'string' ? tag.toLowerCase().split(/[-_]/)[0] : undefined
  return isLanguage(language) ? language : undefined
}
