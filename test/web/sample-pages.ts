import type { Html } from '../../src/kernel/html.ts'
import { developerClientCreatePage } from '../../src/web/developer-client-create.page.ts'
import { developerClientCreatedPage } from '../../src/web/developer-client-created.page.ts'
import { developerPage } from '../../src/web/developer.page.ts'
import type { EntryCardView } from '../../src/web/entry-card.ts'
import { entryPage } from '../../src/web/entry.page.ts'
import type { EntryView } from '../../src/web/entry.page.ts'
import { errorPage } from '../../src/web/error.page.ts'
import { homePage } from '../../src/web/home.page.ts'
import type { HomeView } from '../../src/web/home.page.ts'
import type { PageFrame } from '../../src/web/layout.ts'
import { loginPage } from '../../src/web/login.page.ts'
import { logoutPage } from '../../src/web/logout.page.ts'
import { setupPage } from '../../src/web/setup.page.ts'
import { wordsIn, type Language } from '../../src/web/words.ts'

/** What fills the places where text of readers and of foreign pages stands. */
export interface SampleTexts {
  readonly text: string
  readonly address: string
  readonly assetHref: (name: string) => string
  readonly language?: Language
}

const SAVED = new Date('2026-01-12T08:30:00Z')
const BASE = 'http://127.0.0.1:8080'

/** @returns every page in every state, by name */
export function samplePages({
  text,
  address,
  assetHref,
  language = 'en',
}: SampleTexts): Readonly<Record<string, Html>> {
  const words = wordsIn(language)
  const frame: PageFrame = { assetHref, words, viewer: { username: text }, notice: text }
  const stranger: PageFrame = { assetHref, words }
  return {
    ...formPages(frame, stranger, text),
    ...clientPages(frame, { text, address }),
    home: homePage(aHome(frame, { entries: cards(text, address), total: 1234, page: 2, pages: 42 })),
    'home-refused': homePage(
      aHome(frame, { add: { url: text, error: text }, entries: cards(text, address), list: 'archive' }),
    ),
    'home-empty': homePage(aHome(frame, {})),
    'starred-empty': homePage(aHome(frame, { list: 'starred' })),
    entry: entryPage(
      anEntry(frame, { title: text, siteName: text, authors: [text, text], tags: [text], url: address }),
    ),
    'entry-pending': entryPage(anEntry(frame, { fetch: { kind: 'pending' }, sanitizedContent: '' })),
    'entry-failed': entryPage(
      anEntry(frame, { fetch: { kind: 'failed', reason: () => text, next: () => text }, sanitizedContent: '' }),
    ),
    'entry-kept': entryPage(
      anEntry(frame, { fetch: { kind: 'kept', reason: () => text, next: () => text }, language: text }),
    ),
    'entry-no-text': entryPage(anEntry(frame, { sanitizedContent: '' })),
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
        { id: 7, name: 'Android app', redirectUris: [], grantTypes, ...secret },
        { id: 8, name: text, redirectUris: [address], grantTypes: [], ...secret },
      ],
    }),
    'developer-empty': developerPage({ frame, csrfToken: 'token', clients: [] }),
    'client-created': developerClientCreatedPage({ frame, name: text, username: text, baseUrl: BASE, ...secret }),
  }
}

function aHome(frame: PageFrame, over: Partial<HomeView>): HomeView {
  const empty = { list: 'unread', entries: [], total: 0, page: 1, pages: 1 } as const
  return { frame, ...empty, csrfToken: 'token', baseUrl: BASE, add: {}, ...over }
}

function cards(text: string, address: string): EntryCardView[] {
  const card: EntryCardView = {
    id: 1,
    title: text,
    url: address,
    siteName: text,
    readingMinutes: 7,
    savedAt: SAVED,
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
    { ...card, id: 2, isStarred: true, tags: [text, text], previewPicture: address },
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

export const SAMPLE_CONTENT = `<p>For a long time I went to bed early. Sometimes, when I had put out my candle, my eyes would close so quickly that I had not even time to say <em>“I’m going to sleep.”</em> And half an hour later the thought that it was time to look for sleep would awaken me; I would try to put away the book which I imagined was still in my hands.</p>
<h2>A second thought</h2>
<p>I had been thinking all the time, while I was asleep, of <a href="https://example.com/">what I had just been reading</a>, but my thoughts had run into a channel of their own. The call is <code>saveEntry(deps, input)</code>.</p>
<blockquote><p>What is read slowly is read twice.</p></blockquote>
<ul><li>A first point, of one line</li><li>A second point, which takes more than one line so that one sees how it hangs under its bullet</li></ul>
<pre><code>const answer = await fetch('https://example.com/a/rather/long/address/that/does/not/fit/into/the/column?at=all')
console.log(answer.status)</code></pre>
<table><tbody><tr><th>Year</th><th>Pages saved</th><th>Pages read</th></tr><tr><td>2024</td><td>1,204</td><td>310</td></tr><tr><td>2025</td><td>980</td><td>655</td></tr></tbody></table>
<p>Then it would begin to seem unintelligible, as the thoughts of a former existence must be to a reincarnate spirit; the subject of my book would separate itself from me, leaving me free to choose whether I would form part of it or no.</p>`

function anEntry(frame: PageFrame, over: Partial<EntryView>): EntryView {
  return {
    frame,
    csrfToken: 'token',
    id: 12,
    title: 'The quiet pleasure of reading later',
    url: 'https://paperandink.example/2026/quiet',
    siteName: 'paperandink.example',
    authors: [],
    publishedAt: SAVED,
    savedAt: SAVED,
    readingMinutes: 9,
    isArchived: false,
    isStarred: false,
    tags: [],
    fetch: { kind: 'done' },
    sanitizedContent: SAMPLE_CONTENT,
    ...over,
  }
}
