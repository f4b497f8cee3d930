import { CATALOG_ADDRESS } from './config-file.ts'
import type { ConnectableApp } from './connectable-app.ts'

const OPDS = { interface: 'opds', scopes: ['opds'] } as const

/** The devices that get their books by e-mail. */
export const MAIL_DEVICES = 'Kindle, PocketBook'

/** The devices for reading and the apps that read books, with their menus and fields as in `APPS`. */
export const E_READERS: readonly ConnectableApp[] = [
  {
    // main of 2026-08-22: plugins/kosync.koplugin/main.lua
    id: 'koreader-progress',
    name: 'KOReader progress sync',
    interface: 'kosync',
    scopes: ['kosync'],
    platforms: ['reader', 'android'],
    links: { 'koreader.rocks': 'https://koreader.rocks/' },
    isMenuOfBook: true,
    menus: 'Tools → Progress sync',
    screens: [
      { fields: [['Custom sync server', 'address']], button: 'OK' },
      { fields: [], button: 'Register / Login' },
      {
        fields: [
          ['username', 'username'],
          ['password', 'key'],
        ],
        button: 'Login',
      },
      { fields: [], button: 'Automatically keep documents in sync' },
    ],
    proof: { kind: 'library', version: 'KOReader 2026-08 (kosync)' },
  },
  {
    // fc88887 of August 2026: plugins/opds.koplugin/opdsbrowser.lua
    ...OPDS,
    id: 'koreader-opds',
    name: 'KOReader (OPDS)',
    platforms: ['reader', 'android'],
    links: { 'koreader.rocks': 'https://koreader.rocks/' },
    menus: 'Search → OPDS catalog → ☰ → Add catalog',
    screens: [
      {
        fields: [
          ['Catalog name', { text: 'Dogear' }],
          ['Catalog URL', 'address'],
          ['Username (optional)', 'username'],
          ['Password (optional)', 'key'],
          ['Use server filenames', { text: '☑' }],
        ],
        button: 'Save',
      },
    ],
    proof: { kind: 'library', version: 'KOReader 2026-08 (opds)' },
  },
  {
    // Firmware since August 2025; the page makes the lines of its configuration (kobo.routes.ts).
    id: 'kobo',
    name: 'Kobo',
    interface: 'kobo',
    scopes: ['kobo'],
    platforms: ['reader'],
    proof: { kind: 'replayed' },
  },
  {
    // 3.3: OpdsFeedAddForm.tsx; the labels of the second screen are those of authenticate.ts
    ...OPDS,
    id: 'thorium',
    name: 'Thorium Reader',
    platforms: ['computer'],
    links: { 'thorium.edrlab.org': 'https://thorium.edrlab.org/' },
    menus: 'Catalogs → Add OPDS feed',
    screens: [
      {
        fields: [
          ['Name', { text: 'Dogear' }],
          ['Link', 'address'],
        ],
        button: 'Add',
      },
      {
        fields: [
          ['Username', 'username'],
          ['App password', 'key'],
        ],
        button: 'Login',
      },
    ],
    proof: { kind: 'library', version: 'r2-opds-js 1.0.42' },
  },
  {
    ...OPDS,
    id: 'opds-apps',
    name: 'OPDS',
    others: 'Moon+ Reader, Librera, FBReader, Cantook, PocketBook',
    platforms: ['any', 'reader'],
    screens: [
      {
        fields: [
          ['URL', 'address'],
          ['Username', 'username'],
          ['Password', 'key'],
        ],
      },
    ],
    file: CATALOG_ADDRESS,
    proof: { kind: 'library', version: 'feedparser 6.0.12, ComicCatcher 0.7.5' },
  },
]
