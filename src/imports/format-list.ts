/** Every format by the name in its address (contract, section 11), with the name of the service, in display order. */
export const FORMATS = {
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
  addresses: 'Text file',
} as const

export type FormatName = keyof typeof FORMATS
/** A format, or `auto` to detect it from the file. */
export type FormatChoice = FormatName | 'auto'

/** @returns the format of this name, ignoring case and treating `-` and `_` as equal; undefined if there is none */
export function parseFormatName(text: string): FormatChoice | undefined {
  const plain = text.toLowerCase().replaceAll('_', '-')
  if (plain === 'auto') return 'auto'
  return (Object.keys(FORMATS) as FormatName[]).find((name) => name.replaceAll('_', '-') === plain)
}
