/** BCP 47 tags of the languages of the interface and of exported files. Every text is available in each of them. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it'] as const

export type Language = (typeof LANGUAGES)[number]

/** The language of accounts and visitors without a known one. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** @returns whether a text is the tag of one of the languages */
export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((tag) => tag === text)
}

/**
 * @param tag any value, such as `fr`, `fr-CA` or `fr_CA`
 * @returns the language that the tag names, whatever the region; undefined for every other value
 */
export function languageOfTag(tag: unknown): Language | undefined {
  const language = typeof tag === 'string' ? tag.toLowerCase().split(/[-_]/)[0] : undefined
  return isLanguage(language) ? language : undefined
}
