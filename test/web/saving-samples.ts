import type { Html } from '../../src/kernel/html.ts'
import { offlinePage } from '../../src/web/app/offline.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'
import { listPage } from '../../src/web/lists/list.page.ts'
import { savingPage } from '../../src/web/settings/saving.page.ts'

const BOOKMARK = { baseUrl: 'http://127.0.0.1:8080', savingKey: 'key' }

/** @returns the pages for saving from other apps and pages, by name */
export function savingSamples(frame: PageFrame, stranger: PageFrame, text: string): Readonly<Record<string, Html>> {
  const view = {
    frame,
    csrfToken: 'token',
    bookmark: BOOKMARK,
    shareAddress: `${BOOKMARK.baseUrl}/bookmarklet?token=1_token&url={url}`,
    fileMegabytes: 16,
  }
  const list = {
    list: 'unread',
    query: {},
    entries: [],
    total: 0,
    page: 1,
    pages: 1,
    layout: 'cards',
    tags: [],
  } as const
  return {
    saving: savingPage(view),
    'saving-file-refused': savingPage({ ...view, fileError: text }),
    'home-shared': listPage({ ...view, ...list, add: { url: text, shared: { url: text, title: text } } }),
    'home-old-key': listPage({
      ...view,
      ...list,
      add: { url: text, shared: { url: text, title: text }, isRefused: true },
    }),
    offline: offlinePage(stranger),
  }
}
