import type { FormatName } from '../../imports/format-list.ts'

/** How users of another service export their pages, in the wording of that service's interface. */
interface ExportInstructions {
  /** path through the menus; absent if the file is exported in another way */
  readonly menus?: string
  /** kind of the file */
  readonly file: string
}

/**
 * Services without `menus` have closed, or offer the file in another way. The menus are not checked against the
 * services, which change them.
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
  matter: { menus: 'My account → Export data', file: 'ZIP' },
  goodlinks: { menus: 'Settings → Export → JSON', file: 'JSON' },
  pinboard: { menus: 'Settings → Backup → JSON', file: 'JSON' },
  firefox: { menus: 'Bookmarks → Manage bookmarks → Import and Backup → Backup…', file: 'JSON' },
  chrome: { menus: 'chrome://version → Profile Path → Bookmarks', file: 'Bookmarks' },
  shaarli: { menus: 'Tools → Export database', file: 'HTML' },
  netscape: { menus: 'Bookmarks → Export bookmarks', file: 'HTML' },
  readability: { file: 'JSON' },
  delicious: { file: 'JSON' },
  elcurator: { menus: 'Export', file: 'JSON' },
  addresses: { file: 'TXT' },
}
