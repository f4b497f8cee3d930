/** Languages written from right to left. */
const RIGHT_TO_LEFT_LANGUAGES = new Set('ar arc ckb dv fa he ks ku ps sd ug ur yi'.split(' '))

/**
 * @param language language code such as `fr_FR` or `fr-FR`
 * @returns the canonical BCP 47 language tag, or undefined if the code is invalid
 */
export function languageTag(language: string | null): string | undefined {
  const tag = (language ?? '').trim().replaceAll('_', '-')
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$/.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** @returns the text direction of a language */
export function textDirection(tag: string | undefined): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT_LANGUAGES.has(tag?.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
