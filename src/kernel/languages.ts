/** BCP 47 tags of the languages of the interface and of exported files. Every text is available in each of them. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it'] as const

export type Language = (typeof LANGUAGES)[number]

/** The default language of accounts, and the language for visitors whose browser accepts none of `LANGUAGES`. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** @returns true if a value is the tag of one of the languages */
export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((tag) => tag === text)
}

/**
 * @param tag any value, such as `fr`, `fr-CA` or `fr_CA`
 * @returns the language of the tag, whose region is ignored; undefined for any other value
 */
export function languageOfTag(tag: unknown): Language | undefined {
  const language = typeof tag === 'string' ? tag.toLowerCase().split(/[-_]/)[0] : undefined
  return isLanguage(language) ? language : undefined
}
