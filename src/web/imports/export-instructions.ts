import type { FormatName } from '../../imports/import-formats.ts'

/** How to export one's pages from another service, in the words of that service's interface. */
interface ExportInstructions {
  /** path through the menus of the service; absent if its users get the file in another way */
  readonly menus?: string
  /** path of the file on a reading device, which is connected with a cable */
  readonly path?: string
  /** file format */
  readonly file: string
}

/**
 * Export instructions for each import format. Services without `menus` have closed, or provide the file in another way.
 * Services change their menus, so the paths may be outdated.
 */
export const EXPORT_INSTRUCTIONS: Readonly<Record<FormatName, ExportInstructions>> = {
  pocket: { file: 'ZIP / CSV / HTML' },
  pocket_csv: { file: 'CSV' },
  pocket_html: { file: 'HTML' },
  instapaper: { menus: 'Settings → Export → Download .CSV file', file: 'CSV' },
  omnivore: { file: 'ZIP' },
  'wallabag-v2': { menus: 'All entries → Export → JSON', file: 'JSON' },
  'wallabag-v1': { menus: 'Config → Export your data', file: 'JSON' },
  readwise: { menus: 'Account settings → Import & export → Export', file: 'CSV' },
  raindrop: { menus: 'Settings → Export → CSV', file: 'CSV' },
  readeck: { menus: 'Bookmarks → Export → CSV', file: 'CSV' },
  karakeep: { menus: 'User Settings → Import / Export → Export', file: 'JSON' },
  linkding: { menus: 'Settings → General → Export', file: 'HTML' },
  linkwarden: { menus: 'Settings → Account → Import & Export → Export Data', file: 'JSON' },
  feed_reader: { file: 'JSON' },
  matter: { menus: 'My account → Export data', file: 'ZIP' },
  goodlinks: { menus: 'Settings → Export → JSON', file: 'JSON' },
  pinboard: { menus: 'Settings → Backup → JSON', file: 'JSON' },
  firefox: { menus: 'Bookmarks → Manage bookmarks → Import and Backup → Backup…', file: 'JSON' },
  chrome: { menus: 'chrome://version → Profile Path → Bookmarks', file: 'Bookmarks' },
  shaarli: { menus: 'Tools → Export database', file: 'HTML' },
  netscape: { file: 'HTML' },
  readability: { file: 'JSON' },
  delicious: { file: 'JSON' },
  elcurator: { menus: 'Export', file: 'JSON' },
  hypothesis: { menus: 'Share → Export → JSON', file: 'JSON' },
  koreader: { menus: 'Tools → Export highlights and notes → Choose formats and services → Json', file: 'JSON' },
  kindle: { path: 'documents/My Clippings.txt', file: 'TXT' },
  kobo: { path: '.kobo/KoboReader.sqlite', file: 'SQLite' },
  readwise_highlights: { menus: 'readwise.io/export → CSV', file: 'CSV' },
  csv: { file: 'CSV' },
  json: { file: 'JSON' },
  json_lines: { file: 'JSONL' },
  addresses: { file: 'TXT' },
}
