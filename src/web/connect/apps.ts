import type { AppScope } from '../../users/passwords/app-scopes.ts'
import { CURL_COMMAND, KOREADER_FILE, MCP_CONFIGURATION, NEWSBOAT_FILE, SAVING_ADDRESS } from './config-file.ts'
import { E_READERS } from './e-readers.ts'
import type { ConnectableApp } from './connectable-app.ts'

const READ_AND_WRITE: readonly AppScope[] = ['read', 'save', 'write']
const GOOGLE_READER = { interface: 'greader', scopes: READ_AND_WRITE } as const
const WALLABAG = { interface: 'wallabag', scopes: READ_AND_WRITE, proof: { kind: 'replayed' } } as const

/** The name of the API client that the wallabag app for Android creates itself (WallabagWebService 2.5.3). */
export const ANDROID_CLIENT = 'Android app'

/**
 * The apps that can be connected. Menus and fields are those of the versions in the comments, read in their sources.
 */
export const APPS: readonly ConnectableApp[] = [
  {
    // 2.5.3: ConnectionWizardActivity, preferences.xml
    ...WALLABAG,
    id: 'wallabag-android',
    direct: 'qr',
    name: 'wallabag (Android)',
    platforms: ['android'],
    links: {
      'Google Play': 'https://play.google.com/store/apps/details?id=fr.gaulupeau.apps.InThePoche',
      'F-Droid': 'https://f-droid.org/packages/fr.gaulupeau.apps.InThePoche/',
    },
    menus: 'Settings → Connection',
    screens: [
      {
        fields: [
          ['wallabag URL', 'address'],
          ['Username', 'username'],
          ['Password', 'key'],
          ['Client ID', 'clientId'],
          ['Client secret', 'clientSecret'],
        ],
      },
    ],
  },
  {
    // main of 2026-02-25: App/Features/Registration
    ...WALLABAG,
    id: 'wallabag-ios',
    name: 'wallabag (iOS)',
    platforms: ['ios'],
    links: { 'App Store': 'https://apps.apple.com/app/id1170800946' },
    screens: [
      { fields: [], button: 'Log in' },
      { fields: [['Server', 'address']], button: 'Next' },
      {
        fields: [
          ['Client id', 'clientId'],
          ['Client secret', 'clientSecret'],
        ],
        button: 'Next',
      },
      {
        fields: [
          ['Login', 'username'],
          ['Password', 'key'],
        ],
        button: 'Login',
      },
    ],
  },
  {
    // 1.23.4: options.html; the extension lists the clients of the signed-in user, and fills in the one that is picked
    ...WALLABAG,
    id: 'wallabagger',
    name: 'Wallabagger',
    platforms: ['browser'],
    links: {
      Firefox: 'https://addons.mozilla.org/firefox/addon/wallabagger/',
      'Chrome, Edge': 'https://chromewebstore.google.com/detail/wallabagger/gbmgphmejlcoihgedabhgjdkcahacjlj',
    },
    menus: 'Wallabagger → Options',
    screens: [
      { fields: [['wallabag URL', 'address']], button: 'Check URL' },
      {
        fields: [
          ['Pick a client', { text: 'Wallabagger' }],
          ['User login', 'username'],
          ['User password', 'key'],
        ],
        button: 'Get token',
      },
    ],
  },
  {
    // fc88887 of August 2026: plugins/wallabag.koplugin/main.lua. It downloads nothing without a folder.
    ...WALLABAG,
    id: 'koreader',
    name: 'KOReader',
    platforms: ['reader', 'android'],
    links: { 'koreader.rocks': 'https://koreader.rocks/' },
    menus: 'Tools → Wallabag → Settings → Configure Wallabag server',
    screens: [
      {
        fields: [
          ['Server URL', 'address'],
          ['Client ID', 'clientId'],
          ['Client secret', 'clientSecret'],
          ['Username', 'username'],
          ['Password', 'key'],
        ],
        button: 'Apply',
      },
      { fields: [], button: 'Download settings → Download folder' },
      { fields: [], button: 'Tools → Wallabag → Download new articles from server' },
    ],
    file: KOREADER_FILE,
  },
  ...E_READERS,
  {
    // 0.1.2 and later: src/settings/WallabagSettingTab.ts
    ...WALLABAG,
    id: 'obsidian',
    name: 'Obsidian',
    platforms: ['computer', 'android', 'ios'],
    links: { 'Wallabag (Obsidian)': 'https://obsidian.md/plugins?id=obsidian-wallabag-plugin' },
    menus: 'Settings → Community plugins → Wallabag',
    screens: [
      {
        fields: [
          ['Server URL', 'address'],
          ['Client ID', 'clientId'],
          ['Client Secret', 'clientSecret'],
          ['Username', 'username'],
          ['Password', 'key'],
        ],
        button: 'Authenticate',
      },
    ],
  },
  {
    // 2.3.5: integrations.html, en_US.json
    ...WALLABAG,
    id: 'miniflux',
    name: 'Miniflux',
    platforms: ['services'],
    scopes: ['save'],
    menus: 'Settings → Integrations → Wallabag',
    screens: [
      {
        fields: [
          ['Save entries to Wallabag', { text: '☑' }],
          ['Wallabag Base URL', 'address'],
          ['Wallabag Client ID', 'clientId'],
          ['Wallabag Client Secret', 'clientSecret'],
          ['Wallabag Username', 'username'],
          ['Wallabag Password', 'key'],
        ],
        button: 'Update',
      },
    ],
  },
  {
    // edge of 2025: app/shares.php, app/i18n/en; the share opens the bookmarklet page, so the browser must be signed in
    id: 'freshrss',
    name: 'FreshRSS',
    interface: 'wallabag',
    platforms: ['services'],
    proof: { kind: 'replayed' },
    menus: 'Settings → Sharing → Add a sharing method → wallabag v2',
    screens: [
      {
        fields: [
          ['Share name to display', { text: 'Dogear' }],
          ['Share URL to use', 'address'],
        ],
        button: 'Submit',
      },
    ],
  },
  {
    ...GOOGLE_READER,
    id: 'newsflash',
    name: 'NewsFlash',
    platforms: ['computer'],
    links: { Flathub: 'https://flathub.org/apps/io.gitlab.news_flash.NewsFlash' },
    proof: { kind: 'library', version: 'greader_api 0.7.0' },
  },
  {
    // main of 2025: ReaderAPIAccountViewController
    ...GOOGLE_READER,
    id: 'netnewswire',
    name: 'NetNewsWire',
    platforms: ['ios', 'computer'],
    links: { 'netnewswire.com': 'https://netnewswire.com/' },
    menus: 'Settings → Add Account → FreshRSS',
    screens: [
      {
        fields: [
          ['Username', 'username'],
          ['Password', 'key'],
          ['API URL', 'address'],
        ],
        button: 'Add Account',
      },
    ],
  },
  {
    // main: strings.xml
    ...GOOGLE_READER,
    id: 'read-you',
    name: 'Read You',
    platforms: ['android'],
    links: { 'F-Droid': 'https://f-droid.org/packages/me.ash.reader/' },
    menus: 'Settings → Accounts → FreshRSS',
    screens: [
      {
        fields: [
          ['Server URL', 'address'],
          ['Username', 'username'],
          ['Password', 'key'],
        ],
        button: 'Add',
      },
    ],
  },
  {
    id: 'newsboat',
    name: 'newsboat',
    interface: 'miniflux',
    scopes: READ_AND_WRITE,
    platforms: ['computer'],
    links: { 'newsboat.org': 'https://newsboat.org/' },
    file: NEWSBOAT_FILE,
    proof: { kind: 'run', version: 'newsboat 2.21' },
  },
  {
    // main: src/options.svelte
    id: 'linkding-extension',
    name: 'linkding extension',
    interface: 'linkding',
    scopes: READ_AND_WRITE,
    platforms: ['browser'],
    links: {
      Firefox: 'https://addons.mozilla.org/firefox/addon/linkding-extension/',
      'Chrome, Edge': 'https://chromewebstore.google.com/detail/linkding-extension/beakmhbijpdhipnjhnclmhgjlddhidpe',
    },
    menus: 'linkding extension → Options',
    screens: [
      {
        fields: [
          ['Base URL', 'address'],
          ['API Authentication Token', 'key'],
        ],
        button: 'Save',
      },
    ],
  },
  {
    // 2.0.83: _locales/en/messages.json
    id: 'singlefile',
    name: 'SingleFile',
    interface: 'capture',
    scopes: ['save'],
    platforms: ['browser'],
    links: {
      Firefox: 'https://addons.mozilla.org/firefox/addon/single-file/',
      'Chrome, Edge': 'https://chromewebstore.google.com/detail/singlefile/mpiodijhokgodhhofbcjdecpffjipkle',
    },
    menus: 'SingleFile → Options → Destination → upload to a REST Form API',
    screens: [
      {
        fields: [
          ['URL', 'address'],
          ['authorization token', 'key'],
          ['archive data field name', { text: 'file' }],
          ['archive URL field name', { text: 'url' }],
        ],
      },
    ],
    proof: { kind: 'replayed' },
  },
  {
    id: 'assistants',
    name: 'Claude, ChatGPT (MCP)',
    others: 'Cursor, VS Code',
    interface: 'mcp',
    direct: 'consent',
    scopes: ['read'],
    platforms: ['scripts'],
    file: MCP_CONFIGURATION,
    proof: { kind: 'library', version: '@modelcontextprotocol/client 2.4.0' },
  },
  {
    id: 'curl',
    name: 'curl',
    interface: 'save',
    scopes: ['save'],
    platforms: ['scripts'],
    file: CURL_COMMAND,
    proof: { kind: 'run', version: 'curl 7.88.1' },
  },
  {
    id: 'shortcuts',
    name: 'Shortcuts',
    others: 'HTTP Shortcuts, Tasker',
    interface: 'save',
    scopes: ['save'],
    platforms: ['ios', 'android', 'scripts'],
    file: SAVING_ADDRESS,
  },
  {
    ...GOOGLE_READER,
    id: 'google-reader',
    name: 'Google Reader',
    others: 'FreshRSS, Reeder, FeedMe, Fluent Reader, Fiery Feeds',
    platforms: ['any'],
    proof: { kind: 'library', version: 'greader_api 0.7.0' },
  },
  {
    id: 'fever',
    name: 'Fever',
    others: 'Unread, Reeder, ReadKit',
    interface: 'fever',
    scopes: READ_AND_WRITE,
    platforms: ['any'],
    proof: { kind: 'library', version: 'fever_api 0.6.0' },
  },
  {
    id: 'miniflux-apps',
    name: 'Miniflux API',
    others: 'Flux News, ReactFlux',
    interface: 'miniflux',
    scopes: READ_AND_WRITE,
    platforms: ['any'],
    proof: { kind: 'library', version: 'miniflux_api 0.9.0' },
  },
  {
    id: 'linkding-apps',
    name: 'linkding',
    others: 'Linkdy, linkding injector',
    interface: 'linkding',
    scopes: READ_AND_WRITE,
    platforms: ['any'],
    proof: { kind: 'library', version: 'aiolinkding 2025.2.0' },
  },
  {
    id: 'readeck-apps',
    name: 'Readeck',
    others: 'KOReader, Obsidian',
    interface: 'readeck',
    direct: 'consent',
    scopes: READ_AND_WRITE,
    platforms: ['any'],
    proof: { kind: 'library', version: 'obsidian-readeck-importer 3.2.0' },
  },
  {
    ...WALLABAG,
    id: 'wallabag-apps',
    name: 'wallabag',
    others: 'wallabag.el, wallabag-cli, Tiny Tiny RSS, Logseq',
    platforms: ['any'],
  },
]
