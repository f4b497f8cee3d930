const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi'])
const KNOWN_LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/**
 * @param found language tags as pages contain them (`en`, `pt-BR`, `en_US`), most reliable first
 * @returns the first well-formed tag (BCP 47) whose language ICU knows. Underscores become hyphens; letter case stays
 * unchanged
 */
export function languageTag(found: readonly (string | undefined)[]): string | undefined {
  for (const text of found) {
    const tag = text
      ?.slice(0, 100)
      .split(/[,;\s]/)[0]
      ?.replaceAll('_', '-')
    if (tag !== undefined && isKnown(tag)) return tag
  }
  return undefined
}

/**
 * @returns the direction that the page declares, or else `rtl` if its language is written from right to left; otherwise
 * undefined
 */
export function textDirection(stated: string | undefined, language: string | undefined): 'ltr' | 'rtl' | undefined {
  const direction = stated?.trim().toLowerCase()
  if (direction === 'rtl' || direction === 'ltr') return direction
  return language !== undefined && RIGHT_TO_LEFT.has(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : undefined
}

function isKnown(tag: string): boolean {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(tag)) return false
  try {
    return KNOWN_LANGUAGES.of(tag.split('-')[0] ?? '') !== undefined && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
