import type { Html } from '../../src/kernel/html.ts'
import { historyPage } from '../../src/web/action-history/action-history.page.ts'
import { outboxPage, type OutboxItem } from '../../src/web/outbox/outbox.page.ts'
import { offlineSettingsPage, DEFAULT_OFFLINE_CHOICE } from '../../src/web/settings/offline-settings.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'

const TOKEN = 'token'

/** @returns all states of the pages shown without a network, by name */
export function offlineSamples(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const offline = { ...frame, offline: { waiting: 2, problems: 1, reason: 'offline' as const } }
  const now = new Date('2026-06-15T12:00:00Z')
  const item = (id: number, more: Partial<OutboxItem> = {}): OutboxItem => ({
    id,
    kind: 'archive',
    title: text,
    madeAt: new Date('2026-06-15T11:00:00Z'),
    ...more,
  })
  const problems = [item(3, { problem: 'lost' }), item(4, { problem: 'deleted' }), item(5, { problem: 'other' })]
  const waiting = [
    item(1, { kind: 'save' }),
    item(2, { kind: 'note' }),
    item(6, { kind: 'title' }),
    item(7, { kind: 'undo' }),
  ]
  const kept = {
    choice: { ...DEFAULT_OFFLINE_CHOICE, collections: [1] },
    collections: [
      { id: 1, name: text },
      { id: 2, name: text },
    ],
    articles: 120,
    usedBytes: 48_000_000,
  }
  const view = { csrfToken: TOKEN, now }
  return {
    outbox: outboxPage({ frame: offline, ...view, waiting, problems }),
    'history-offline': historyPage({ frame: offline, ...view, actions: [] }),
    'outbox-empty': outboxPage({ frame, ...view, waiting: [], problems: [] }),
    keeping: offlineSettingsPage({ frame, csrfToken: TOKEN, store: { ...kept, isPersisted: false } }),
    'keeping-persisted': offlineSettingsPage({
      frame,
      csrfToken: TOKEN,
      store: { ...kept, collections: [], isPersisted: true },
    }),
    'keeping-unsupported': offlineSettingsPage({ frame, csrfToken: TOKEN }),
  }
}
