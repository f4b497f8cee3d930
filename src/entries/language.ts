/** Tells known languages from words that only look like a tag; made at first use, it reads ICU's names. */
let names: Intl.DisplayNames | undefined

/**
 * @param input a language tag with hyphens or underscores
 * @returns the tag with underscores, its case kept, if ICU knows the language (contract 4.4), else undefined
 */
export function parseLanguage(input: string): string | undefined {
  const text = input.trim()
  if (text === '' || text.length > 35) return undefined
  const locale = parseLocale(text.replaceAll('_', '-'))
  if (!locale) return undefined
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  return names.of(locale.language) === undefined ? undefined : text.replaceAll('-', '_')
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}
