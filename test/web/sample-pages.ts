import { html, type Html } from '../../src/kernel/html.ts'
import { credentialsPage } from '../../src/web/site-credentials/site-credentials.page.ts'
import { developerClientCreatePage } from '../../src/web/developer/developer-client-create.page.ts'
import { developerClientCreatedPage } from '../../src/web/developer/developer-client-created.page.ts'
import { developerPage } from '../../src/web/developer/developer.page.ts'
import type { EntryCardView } from '../../src/web/cards/entry-card-view.ts'
import { errorPage } from '../../src/web/layout/error.page.ts'
import { listPage } from '../../src/web/lists/list.page.ts'
import type { ListView } from '../../src/web/lists/list-view.ts'
import { searchPage } from '../../src/web/search/search.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'
import { loginPage } from '../../src/web/sessions/login.page.ts'
import { consentSamples } from './consent-samples.ts'
import { logoutPage } from '../../src/web/sessions/logout.page.ts'
import { setupPage } from '../../src/web/sessions/setup.page.ts'
import { tagPages } from './small-page-samples.ts'
import { type Language } from '../../src/kernel/languages.ts'
import { localizationIn } from '../../src/web/layout/messages-by-language.ts'
import { offlineSamples } from './offline-samples.ts'
import { savingSamples } from './saving-samples.ts'
import { settingsSamples } from './settings-samples.ts'
import { collectionSamples } from './collections-samples.ts'
import { readerSamples } from './reader-samples.ts'
import { adminSamples } from './admin-samples.ts'

/** The texts that stand in for user input and foreign content. */
interface SampleTexts {
  readonly text: string
  readonly address: string
  readonly assetHref: (name: string) => string
  readonly language?: Language
}

const SAVED = new Date('2026-01-12T08:30:00Z')
const BASE = 'http://127.0.0.1:8080'

/** @returns all pages in all their states, by name */
export function samplePages({
  text,
  address,
  assetHref,
  language = 'en',
}: SampleTexts): Readonly<Record<string, Html>> {
  const words = localizationIn(language)
  const frame: PageFrame = {
    assetHref,
    words,
    viewer: {
      username: text,
      isAdmin: true,
      csrfToken: 'token',
      hasShortcuts: true,
      counts: { unread: 1234, tags: 0 },
    },
    notice: text,
    canSend: true,
  }
  const stranger: PageFrame = { assetHref, words }
  return {
    ...formPages(frame, stranger, text),
    ...clientPages(frame, { text, address }),
    home: listPage(aHome(frame, { entries: cards(text, address), total: 1234, page: 2, pages: 42 })),
    'home-refused': listPage(
      aHome(frame, {
        add: { url: text, error: text },
        entries: cards(text, address),
        list: 'archive',
        layout: 'covers',
      }),
    ),
    ...savingSamples(frame, stranger, text),
    ...offlineSamples(frame, text),
    'home-empty': listPage(aHome(frame, {})),
    'starred-empty': listPage(aHome(frame, { list: 'starred' })),
    'list-rows': listPage(
      aHome(frame, {
        entries: cards(text, address),
        total: 10_000,
        isCapped: true,
        layout: 'rows',
        tags: [text, 'essays'],
        query: { sort: 'title', tag: text, site: text, language: 'fr', within: 10, from: 5, has: 'failed' },
      }),
    ),
    'list-nothing-fits': listPage(aHome(frame, { query: { has: 'untagged' } })),
    ...tagPages(frame, stranger, text),
    ...searchPages(frame, { text, address }),
    ...collectionSamples(frame, stranger, { text, address, cards: cards(text, address) }),
    ...readerSamples(frame, { text, address }),
    ...adminSamples(frame, stranger, text),
    ...credentialPages(frame, text),
    ...settingsSamples(frame, stranger, { text, address }),
    ...consentSamples(frame, text),
    error: errorPage({ frame: stranger, status: 404, message: text, requestId: text }),
  }
}

function formPages(frame: PageFrame, stranger: PageFrame, text: string): Record<string, Html> {
  const token = 'b1946ac92492d2347c6235b4d2611184'
  const errors = { form: text, username: text, email: text, password: text }
  return {
    setup: setupPage({ frame: stranger, csrfToken: token, code: 'once', values: {}, errors: {} }),
    'setup-refused': setupPage({
      frame: stranger,
      csrfToken: token,
      code: text,
      values: { username: text, email: text },
      errors,
    }),
    login: loginPage({ frame: stranger, csrfToken: token }),
    'login-provider': loginPage({
      frame: stranger,
      csrfToken: token,
      provider: { name: text, isOnlyWay: false },
      isSignedOut: true,
    }),
    'login-provider-only': loginPage({
      frame: stranger,
      csrfToken: token,
      provider: { name: text, isOnlyWay: true },
    }),
    'login-passkeys': loginPage({ frame: stranger, csrfToken: token, hasPasskeys: true }),
    'login-refused': loginPage({ frame: stranger, csrfToken: token, username: text, error: text }),
    logout: logoutPage({ frame, csrfToken: token }),
    'client-create': developerClientCreatePage({ frame, csrfToken: token, values: {}, errors: {} }),
    'client-create-refused': developerClientCreatePage({
      frame,
      csrfToken: token,
      values: { name: text, redirectUris: text },
      errors: { form: text, name: text, redirectUris: text },
    }),
  }
}

function clientPages(frame: PageFrame, { text, address }: { text: string; address: string }): Record<string, Html> {
  const grantTypes = ['password', 'refresh_token']
  const secret = {
    clientId: '7_3bcbxd9e24g0gk4swg0kwgcwg4o8k8g4g888kwc44gcc0gwwk4',
    clientSecret: '4ok2x70rlfokc8g0wws8c8kwcokw80k44sg',
  }
  return {
    developer: developerPage({
      frame,
      csrfToken: 'token',
      clients: [
        {
          id: 7,
          name: 'Android app',
          redirectUris: [],
          grantTypes,
          hasCompleteAnswers: true,
          lastUsedAt: SAVED.toISOString(),
          ...secret,
        },
        {
          id: 8,
          name: text,
          redirectUris: [address],
          grantTypes: [],
          hasCompleteAnswers: true,
          lastUsedAt: null,
          ...secret,
        },
      ],
    }),
    'developer-empty': developerPage({ frame, csrfToken: 'token', clients: [] }),
    'client-created': developerClientCreatedPage({
      frame,
      name: text,
      username: text,
      baseUrl: BASE,
      ...secret,
    }),
  }
}

function searchPages(frame: PageFrame, { text, address }: Record<'text' | 'address', string>): Record<string, Html> {
  const view = { frame, csrfToken: 'token', sort: 'created', page: 1, pages: 1, layout: 'cards', tags: [text] } as const
  const entries = cards(text, address).map((card) => ({ ...card, snippet: html`${text} <mark>${text}</mark>` }))
  return {
    search: searchPage({ ...view, text: '', entries: [], total: 0, unindexed: 0 }),
    'search-found': searchPage({
      ...view,
      text,
      entries,
      total: 1234,
      unindexed: 812,
      page: 2,
      pages: 42,
      sort: 'rank',
    }),
    'search-nothing': searchPage({ ...view, text, entries: [], total: 0, unindexed: 10_000 }),
    'search-corrected': searchPage({
      ...view,
      text,
      entries,
      total: 1,
      unindexed: 0,
      correction: { text: `${text} is:unread`, words: [{ typed: text, near: text }] },
    }),
    'search-misunderstood': searchPage({
      ...view,
      text: `nosuch:${text}`,
      entries,
      total: 1,
      unindexed: 0,
      warnings: [{ kind: 'unknown-field', start: 0, end: 6 }],
    }),
    'search-capped': searchPage({ ...view, text, entries, total: 10_000, isCapped: true, unindexed: 0, pages: 334 }),
  }
}

function aHome(frame: PageFrame, over: Partial<ListView>): ListView {
  const empty = { list: 'unread', entries: [], total: 0, page: 1, pages: 1 } as const
  return {
    frame,
    ...empty,
    query: {},
    layout: 'cards',
    tags: [],
    csrfToken: 'token',
    bookmark: { baseUrl: BASE, savingKey: 'key' },
    add: {},
    ...over,
  }
}

function cards(text: string, address: string): EntryCardView[] {
  const card: EntryCardView = {
    id: 1,
    title: text,
    url: address,
    siteName: text,
    readingMinutes: 7,
    author: text,
    excerpt: text.repeat(40).slice(0, 161),
    savedAt: SAVED,
    ageMs: 7_200_000,
    isArchived: false,
    isStarred: false,
    tags: [],
    fetch: { kind: 'done' },
  }
  return [
    {
      ...card,
      title: 'The quiet pleasure of reading later',
      siteName: 'paperandink.example',
      tags: ['reading', 'slow web'],
    },
    { ...card, id: 2, isStarred: true, tags: [text, text], previewPicture: address, siteIcon: address },
    { ...card, id: 3, siteName: 'Ärzteblatt', fetch: { kind: 'pending' }, readingMinutes: 0 },
    {
      ...card,
      id: 4,
      siteName: '…',
      fetch: { kind: 'failed', reason: () => text, next: () => text },
      readingMinutes: 0,
      isArchived: true,
    },
  ]
}

function credentialPages(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const credential = { host: text, username: text, createdAt: '', updatedAt: '' }
  const view = { frame, csrfToken: text, credentials: [credential, { ...credential, username: undefined }] }
  const given = { host: text, username: text }
  return {
    credentials: credentialsPage(view),
    'credentials-empty': credentialsPage({ ...view, credentials: [] }),
    'credentials-change': credentialsPage({ ...view, edited: credential }),
    'credentials-refused': credentialsPage({ ...view, given, refused: 'host' }),
    'credentials-password': credentialsPage({ ...view, given, refused: 'password', edited: credential }),
  }
}
