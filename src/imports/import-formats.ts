/**
 * All import formats in display order. Keys are the names in API addresses (wallabag contract, section 11), values are
 * the displayed names.
 */
export const IMPORT_FORMATS = {
  pocket: 'Pocket',
  pocket_csv: 'Pocket (CSV)',
  pocket_html: 'Pocket (HTML)',
  instapaper: 'Instapaper',
  omnivore: 'Omnivore',
  'wallabag-v2': 'wallabag 2',
  'wallabag-v1': 'wallabag 1',
  readwise: 'Readwise Reader',
  raindrop: 'Raindrop.io',
  readeck: 'Readeck',
  karakeep: 'Karakeep',
  linkding: 'linkding',
  linkwarden: 'Linkwarden',
  feed_reader: 'FreshRSS, Inoreader',
  matter: 'Matter',
  goodlinks: 'GoodLinks',
  pinboard: 'Pinboard',
  firefox: 'Firefox',
  chrome: 'Chrome',
  shaarli: 'Shaarli',
  netscape: 'Netscape HTML',
  readability: 'Readability',
  delicious: 'Delicious',
  elcurator: 'elCurator',
  hypothesis: 'Hypothesis',
  koreader: 'KOReader',
  kindle: 'Kindle',
  kobo: 'Kobo',
  readwise_highlights: 'Readwise',
  csv: 'CSV',
  json: 'JSON',
  json_lines: 'JSON Lines',
  addresses: 'Text file',
} as const

export type FormatName = keyof typeof IMPORT_FORMATS

/** The formats whose files contain highlights of documents, and no pages. */
export const HIGHLIGHT_FORMATS: ReadonlySet<FormatChoice> = new Set([
  'koreader',
  'kindle',
  'kobo',
  'readwise_highlights',
] as const)

/** A format, or `auto` to detect the format from the file. */
export type FormatChoice = FormatName | 'auto'

/** @returns the format with this name, or undefined if there is none. Case is ignored, and `-` equals `_`. */
export function parseFormatName(text: string): FormatChoice | undefined {
  const plain = text.toLowerCase().replaceAll('_', '-')
  if (plain === 'auto') return 'auto'
  return (Object.keys(IMPORT_FORMATS) as FormatName[]).find((name) => name.replaceAll('_', '-') === plain)
}
