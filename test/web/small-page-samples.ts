import type { TagId } from '../../src/kernel/branded-ids.ts'
import type { Html } from '../../src/kernel/html.ts'
import { ACTION_KINDS, type UserAction } from '../../src/entries/undoable-actions/action.repository.ts'
import { historyPage } from '../../src/web/action-history/action-history.page.ts'
import type { TrashItem } from '../../src/entries/trash/list-trash.ts'
import { confirmDeletionPage, trashPage } from '../../src/web/trash/trash.page.ts'
import { shortcutHelpPage } from '../../src/web/shortcuts/shortcut-help.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'
import { offlinePage } from '../../src/web/app/offline.page.ts'
import { tagsPage } from '../../src/web/tags/tags.page.ts'

/** @returns all states of the tag pages, and small pages such as the help and the history */
export function tagPages(frame: PageFrame, stranger: PageFrame, text: string): Record<string, Html> {
  const tags = [
    { id: 1 as TagId, label: `a ${text}`, slug: 't:x', entries: 1234 },
    ...['essays', 'batch-10', 'batch-2', 'batch-1', 'zoo'].map((label, index) => ({
      id: (index + 2) as TagId,
      label,
      slug: `t:${label}`,
      entries: 1,
    })),
  ]
  const refused = { id: 1, label: text, error: text }
  return {
    tags: tagsPage({ frame, csrfToken: 'token', tags, filter: '', page: 1 }),
    'tags-refused': tagsPage({ frame, csrfToken: 'token', tags, filter: '', page: 1, refused }),
    'tags-filtered': tagsPage({ frame, csrfToken: 'token', tags, filter: 'batch', page: 1 }),
    'tags-empty': tagsPage({ frame, csrfToken: 'token', tags: [], filter: '', page: 1 }),
    'key-help': shortcutHelpPage(frame),
    history: historyPage({ frame, csrfToken: 'token', actions: someActions(text), now: new Date() }),
    'history-empty': historyPage({ frame, csrfToken: 'token', actions: [], now: new Date() }),
    offline: offlinePage(stranger),
    ...trashPages(frame, text),
  }
}

const someActions = (text: string): UserAction[] =>
  ACTION_KINDS.map((kind, index) => ({
    id: index + 1,
    kind,
    entries: index % 2 ? 1234 : 1,
    detail: {},
    ...(index % 2 === 0 && { title: text }),
    createdAt: '2026-01-01T00:00:00.000Z',
    isUndone: index === 3,
    isStopped: index === 3,
  }))

function trashPages(frame: PageFrame, text: string): Record<string, Html> {
  const entry = {
    title: text,
    url: 'https://example.org/',
    domainName: text,
    fetchState: 'done',
    givenFields: ['title'],
  }
  const item = { id: 1, entry, tags: [text], annotations: 1, deletedAt: '2026-01-01T00:00:00.000Z' }
  const view = { frame, csrfToken: 'token', page: 2, pages: 3, days: 30, now: new Date(), isSelected: true } as const
  const items = [item as unknown as TrashItem]
  return {
    trash: trashPage({ ...view, items, total: 61, query: '' }),
    'trash-search': trashPage({ ...view, items, total: 61, query: 'sea' }),
    'trash-empty': trashPage({ ...view, items: [], total: 0, query: '' }),
    'trash-nothing': trashPage({ ...view, items: [], total: 0, query: 'nosuch:sea' }),
    'trash-delete': confirmDeletionPage({ frame, csrfToken: 'token', selected: [1, 2], count: 2 }),
  }
}
