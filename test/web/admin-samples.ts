import type { FailingHost } from '../../src/entries/fetching/failed-fetches-by-host.ts'
import type { Html } from '../../src/kernel/html.ts'
import type { Account } from '../../src/users/administration/list-accounts.ts'
import type { StorageFigures } from '../../src/users/administration/measure-storage.ts'
import { failingHostsPage } from '../../src/web/admin/failing-hosts.page.ts'
import { jobsPage } from '../../src/web/admin/jobs.page.ts'
import { overviewPage } from '../../src/web/admin/overview.page.ts'
import { newUserPage } from '../../src/web/admin/new-user.page.ts'
import { storagePage, type StorageView } from '../../src/web/admin/storage.page.ts'
import { userPage, type UserView } from '../../src/web/admin/user.page.ts'
import { usersPage, type UsersView } from '../../src/web/admin/users.page.ts'
import type { ImportView } from '../../src/web/imports/import-view.ts'
import { importPage } from '../../src/web/imports/import.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'
import { registerPage } from '../../src/web/sessions/register.page.ts'
import { styleguidePage } from '../../src/web/styleguide/styleguide.page.ts'
import { SAMPLE_REFUSALS } from './events-samples.ts'

const DAY = '2026-01-12T08:30:00.000Z'
const TOKEN = 'token'
const BASE = 'http://127.0.0.1:8080'

/** @returns all states of the pages for administration, registration and imports, by name */
export function adminSamples(frame: PageFrame, stranger: PageFrame, text: string): Readonly<Record<string, Html>> {
  const administrator: PageFrame = { ...frame, viewer: { username: text, isAdmin: true } }
  return {
    ...overviewPages(administrator, text),
    ...userPages(administrator, text),
    ...otherPages(administrator, text),
    ...registerPages(administrator, stranger, text),
    ...importPages(frame, text),
    // The texts of the style guide are the same in all languages.
    styleguide: styleguidePage({
      frame: administrator,
      baseUrl: BASE,
      tokens: [
        { name: '--paper', value: '#fbf9f4' },
        { name: '--text-m', value: '1rem' },
        { name: '--space-4', value: '1rem' },
      ],
      icons: ['archive'],
    }),
  }
}

function overviewPages(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const checkedAt = new Date(DAY)
  const findings = [
    { name: 'version', state: 'ok', text },
    { name: 'jobs', state: 'warning', text },
    { name: 'database', state: 'problem', text },
  ] as const
  const hours = Array.from({ length: 24 }, (_, index) => ({
    startsAt: new Date(checkedAt.getTime() + index * 3_600_000),
    saves: index * 100,
    failedPages: index % 3,
    ...(index > 5 && { samples: { serverErrors: index % 4, dueJobs: 1234 + index, oldestDueSeconds: index ** 3 } }),
    ...(index > 6 && { latency: { median: 2 ** (index / 2), p95: 3 ** (index / 2) } }),
  }))
  return {
    'admin-overview': overviewPage({ frame, report: { findings, pending: [], checkedAt }, hours }),
    'admin-overview-waiting': overviewPage({
      frame,
      report: { findings: findings.slice(0, 1), pending: ['mail', 'sign-in'], checkedAt },
    }),
  }
}

function anAccount(text: string, over: Partial<Account> = {}): Account {
  return {
    id: 7 as never,
    username: text,
    email: text,
    isAdmin: false,
    isEnabled: true,
    hasSecondFactor: false,
    createdAt: DAY,
    entries: 1234,
    lastSeenAt: DAY,
    ...over,
  }
}

function userPages(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const accounts = [
    anAccount(text, { isAdmin: true, hasSecondFactor: true }),
    anAccount(text, { email: '', entries: 0, lastSeenAt: null, isEnabled: false }),
  ]
  const users: UsersView = {
    frame,
    csrfToken: TOKEN,
    accounts,
    total: 1234,
    text: '',
    page: 2,
    pages: 25,
    isRegistrationOpen: false,
    registration: 'setting',
    refusals: SAMPLE_REFUSALS,
  }
  const limits = {
    quota: { entries: 1000, bytes: 500_000_000, savesPerDay: null },
    usage: { entries: 1234, bytes: 1_200_000, savesToday: 3 },
  }
  const account = anAccount(text, { hasSecondFactor: true })
  const user: UserView = { frame, csrfToken: TOKEN, account, isOwn: false, limits }
  const wrong = { entries: 'many', megabytes: '', saves: '-1' }
  const off = anAccount(text, { isEnabled: false, isAdmin: true, entries: 0 })
  const refused = (form: string, field: string) => ({ form, field, message: text })
  return {
    'admin-users': usersPage(users),
    'admin-users-open': usersPage({ ...users, isRegistrationOpen: true, registration: 'on', page: 1, pages: 1 }),
    'admin-users-provider': usersPage({
      ...users,
      provider: { issuer: 'https://id.example.org', redirectAddress: 'https://dogear.test/login/oidc/callback' },
    }),
    'admin-users-none': usersPage({ ...users, accounts: [], total: 0, text, page: 1, pages: 1 }),
    'admin-user': userPage(user),
    'admin-user-quota': userPage({ ...user, refusedQuota: wrong }),
    'admin-user-own': userPage({ ...user, isOwn: true }),
    'admin-user-off': userPage({ ...user, account: off }),
    'admin-user-refused': userPage({ ...user, refused: refused('password', 'new') }),
    'admin-user-wrong': userPage({ ...user, refused: refused('delete', 'password') }),
    'admin-user-shut': userPage({ ...user, refused: refused('enabled', 'password') }),
    'admin-user-role': userPage({ ...user, refused: refused('administrator', 'password') }),
    'admin-new-user': newUserPage({ frame, csrfToken: TOKEN, values: {}, errors: {} }),
  }
}

function otherPages(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const host: FailingHost = { host: text, entries: 12, reason: 'http_error', message: text, failedAt: DAY }
  const dead = { attempts: 5, diedAt: DAY }
  const storage: StorageView = { frame, csrfToken: TOKEN, version: '1.2.3', nodeVersion: '26.1.0', startedAt: DAY }
  return {
    'admin-jobs': jobsPage({
      frame,
      csrfToken: TOKEN,
      counts: [
        { name: 'entry.fetch', waiting: 1234, running: 3, dead: 2 },
        { name: text, waiting: 0, running: 0, dead: 0 },
      ],
      dead: [
        { ...dead, id: '12', name: 'entry.fetch', reason: text },
        { ...dead, id: '11', name: text, reason: null },
      ],
    }),
    'admin-jobs-idle': jobsPage({ frame, csrfToken: TOKEN, counts: [], dead: [] }),
    'admin-hosts': failingHostsPage({ frame, csrfToken: TOKEN, hosts: [host, { ...host, reason: 'unreachable' }] }),
    'admin-hosts-none': failingHostsPage({ frame, csrfToken: TOKEN, hosts: [] }),
    'admin-storage': storagePage({ ...storage, figures: figures(text) }),
    'admin-storage-counting': storagePage(storage),
  }
}

function figures(text: string): StorageFigures {
  const amount = { number: 1234, bytes: 5_600_000 }
  const nothing = { number: 0, bytes: 0 }
  return {
    measuredAt: DAY,
    tookMs: 321,
    databaseBytes: 1_234_567_890,
    databaseVersion: 'SQLite 3.51.0',
    images: amount,
    freeBytes: 20_000_000_000,
    diskBytes: 64_000_000_000,
    users: [
      { userId: 7, username: text, captures: amount, contents: amount, images: amount },
      { userId: 8, username: text, captures: nothing, contents: nothing, images: nothing },
    ],
    userCount: 120,
  }
}

function registerPages(frame: PageFrame, stranger: PageFrame, text: string): Readonly<Record<string, Html>> {
  const errors = { username: text, email: text, password: text }
  const values = { username: text, email: text }
  return {
    register: registerPage({ frame: stranger, csrfToken: TOKEN, values: {}, errors: {} }),
    'register-refused': registerPage({ frame: stranger, csrfToken: TOKEN, values, errors }),
    'admin-new-user-refused': newUserPage({ frame, csrfToken: TOKEN, values, errors }),
  }
}

function importPages(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const job: ImportView = {
    id: 3,
    fileName: text,
    service: text,
    state: 'done',
    failure: text,
    share: 40,
    rowsDone: 5,
    imported: 1234,
    merged: 2,
    skipped: 1,
    failed: 3,
    total: 12,
    alreadySaved: 3,
    contents: {
      repeated: 4,
      invalid: 7,
      leftOut: 2,
      invalidRows: [{ row: 12, reason: 'The row has no address.' }],
      tags: { count: 12, first: [text] },
    },
    isHighlights: false,
    savedAt: new Date(DAY),
    isUnderWay: false,
    errors: [{ row: 12, reason: text }],
    fetched: {
      total: 130,
      pending: 2,
      failures: [
        { reason: 'not_found', total: 1, hosts: [{ host: text, total: 1, page: { id: 7, url: text } }] },
        { reason: 'forbidden', total: 120, hosts: [{ host: text, total: 120, page: { id: 8, url: text } }] },
      ],
    },
    minutesLeft: { rows: 1, pages: 200 },
    undo: { inLibrary: 1234, highlights: 12, isUndoing: false, wasUndone: false, isInTrash: true },
  }
  const done: ImportView = { ...job, failure: null, share: 100, failed: 0, errors: [] }
  const form = { frame, csrfToken: TOKEN, trashDays: 30 }
  return {
    import: importPage({ ...form, job }),
    'import-running': importPage({ ...form, job: { ...job, state: 'running', isUnderWay: true } }),
    'import-ready': importPage({ ...form, job: { ...job, state: 'ready', isUnderWay: true } }),
    'import-undone': importPage({
      ...form,
      job: { ...done, undo: { ...job.undo, inLibrary: 0, highlights: 0, wasUndone: true } },
    }),
    'import-done': importPage({ ...form, job: done }),
  }
}
