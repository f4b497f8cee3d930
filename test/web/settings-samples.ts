import { html, type Html } from '../../src/kernel/html.ts'
import { APPS } from '../../src/web/connect/apps.ts'
import { connectAppPage, type ConnectAppView } from '../../src/web/connect/connect-app.page.ts'
import { connectPage } from '../../src/web/connect/connect.page.ts'
import { koboLinesPage } from '../../src/web/connect/kobo-lines.page.ts'
import { koboPage } from '../../src/web/connect/kobo.page.ts'
import { DEFAULT_KOBO_OPTIONS } from '../../src/kobo-devices/kobo-device.ts'
import { developerClientPage } from '../../src/web/developer/developer-client.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'
import { continuePage } from '../../src/web/identities/identities.page.ts'
import { newPasskeyPage, passkeyPage } from '../../src/web/passkeys/passkeys.page.ts'
import { endedRecoveryPage, recoveryPage } from '../../src/web/sessions/recovery.page.ts'
import { signInCodePage } from '../../src/web/sessions/sign-in-code.page.ts'
import {
  newAppPasswordPage,
  newFactorPage,
  recoveryCodesPage,
  secondFactorPage,
} from '../../src/web/security/second-factor.page.ts'
import { eventSamples, sampleEvents } from './events-samples.ts'
import { mailSamples } from './mail-samples.ts'
import { securityPage, type SecurityView } from '../../src/web/security/security.page.ts'
import { configPage, type ConfigView } from '../../src/web/settings/config.page.ts'
import { feedsPage } from '../../src/web/settings/feeds.page.ts'
import { rulesPage } from '../../src/web/settings/rules.page.ts'
import { permanentDeletionPage, type PermanentDeletionView } from '../../src/web/settings/permanent-deletion.page.ts'
import { exportPage } from '../../src/web/exports/export.page.ts'
import { readingPage } from '../../src/web/settings/reading.page.ts'
import { appearanceOf } from '../../src/users/appearance.ts'
import type { Passkey } from '../../src/users/passkeys/passkey.repository.ts'
import { DEFAULT_CONFIG } from '../../src/users/user-config.ts'

const DAY = '2026-01-12T08:30:00.000Z'
const BASE = 'http://127.0.0.1:8080'
const TOKEN = 'token'
const QR = html`<svg class="qr" viewBox="0 0 1 1" role="img"><path d="M0 0h1v1h-1z"></path></svg>`

interface Texts {
  readonly text: string
  readonly address: string
}

/** @returns all states of the settings pages, by name */
export function settingsSamples(frame: PageFrame, stranger: PageFrame, texts: Texts): Readonly<Record<string, Html>> {
  return {
    ...securityPages(frame, stranger, texts.text),
    ...passkeyPages(frame, stranger, texts.text),
    ...eventSamples(frame, texts.text),
    ...clientPage(frame, texts),
    ...connectPages(frame, texts.text),
    ...otherPages(frame, texts.text),
    ...configPages(frame, texts.text),
    ...mailSamples(frame, stranger, texts.text),
  }
}

function securityPages(frame: PageFrame, stranger: PageFrame, text: string): Readonly<Record<string, Html>> {
  const refused = (form: string, field: string) => ({ form, field, message: text })
  const view = { frame, csrfToken: TOKEN }
  const codes = [text, text]
  return {
    code: signInCodePage({ frame: stranger, csrfToken: TOKEN }),
    'code-refused': signInCodePage({ frame: stranger, csrfToken: TOKEN, error: text }),
    'factor-new': newFactorPage({ ...view, qr: QR, secret: text }),
    'factor-new-refused': newFactorPage({ ...view, qr: QR, secret: text, refused: refused('confirm', 'code') }),
    factor: secondFactorPage(view),
    'factor-refused': secondFactorPage({ ...view, refused: refused('off', 'password') }),
    'recovery-codes': recoveryCodesPage({ frame, codes }),
    'app-password': newAppPasswordPage({ frame, name: text, username: text, password: text }),
    security: securityPage(aSecurity(view, text)),
    'security-empty': securityPage({
      ...view,
      now: new Date(),
      factor: undefined,
      passkeys: [],
      identities: [],
      providerName: undefined,
      host: 'unencrypted',
      needsProof: false,
      appPasswords: [],
      sessions: [],
      connections: [],
      events: [],
    }),
    'security-at-ip': securityPage({ ...aSecurity(view, text), host: 'ip-address' }),
    'security-refused-passkey': securityPage({ ...aSecurity(view, text), refused: refused('passkey', 'passkey') }),
    'security-refused-unlink': securityPage({ ...aSecurity(view, text), refused: refused('unlink-2', 'passkey') }),
    'security-refused': securityPage({ ...aSecurity(view, text), refused: refused('app', 'name') }),
  }
}

function aSecurity(view: Pick<SecurityView, 'frame' | 'csrfToken'>, text: string): SecurityView {
  const session = { userAgent: text, address: text, createdAt: DAY, lastUsedAt: DAY }
  return {
    ...view,
    now: new Date(),
    factor: { since: DAY, codesLeft: 2 },
    passkeys: passkeySamples(text),
    identities: [
      { id: 1, issuer: 'https://id.example.org', label: text, createdAt: DAY, lastUsedAt: null },
      { id: 2, issuer: 'https://id.example.org', label: text, createdAt: DAY, lastUsedAt: DAY },
    ],
    providerName: text,
    host: { rpId: 'dogear.test' },
    needsProof: true,
    appPasswords: [
      { id: 1, name: text, createdAt: DAY, lastUsedAt: null, scopes: ['read', 'save', 'write'], expiresAt: null },
      { id: 2, name: text, createdAt: DAY, lastUsedAt: DAY, scopes: ['read'], expiresAt: '2999-01-01T00:00:00.000Z' },
      { id: 3, name: text, createdAt: DAY, lastUsedAt: DAY, scopes: ['save'], expiresAt: DAY },
    ],
    sessions: [
      { ...session, id: 'a', isThis: true },
      { ...session, id: 'b', userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1', isThis: false },
    ],
    connections: [{ clientId: 7 as never, name: text, scopes: ['read'], tokens: 2, lastTokenAt: DAY }],
    events: sampleEvents(text),
  }
}

/** A passkey that was never used, and a synced one of another host. */
function passkeySamples(text: string): readonly [Passkey, Passkey] {
  const passkey = { name: text, rpId: 'dogear.test', isSynced: false, createdAt: DAY, lastUsedAt: null }
  return [
    { ...passkey, id: 1 },
    { ...passkey, id: 2, rpId: 'old.dogear.test', isSynced: true, lastUsedAt: DAY },
  ]
}

/** @returns the pages of passkeys and of recovery links, by name */
function passkeyPages(frame: PageFrame, stranger: PageFrame, text: string): Readonly<Record<string, Html>> {
  const view = { frame, csrfToken: TOKEN }
  const [passkey] = passkeySamples(text)
  const options = {
    rp: { id: 'dogear.test', name: 'Dogear' },
    user: { id: 'AAAA', name: text, displayName: text },
    challenge: 'AAAA',
    pubKeyCredParams: [],
  }
  const recovery = { frame: stranger, csrfToken: TOKEN, username: text, code: text }
  return {
    'passkey-new': newPasskeyPage({ ...view, options, name: text }),
    passkey: passkeyPage({ ...view, passkey, needsProof: false }),
    'passkey-refused': passkeyPage({
      ...view,
      passkey,
      needsProof: true,
      nameError: text,
      refused: { form: 'remove', field: 'password', message: text },
    }),
    'identity-new': continuePage({ frame, providerName: text, address: 'https://id.example.org/' }),
    recovery: recoveryPage(recovery),
    'recovery-refused': recoveryPage({ ...recovery, error: text }),
    'recovery-ended': endedRecoveryPage(stranger),
  }
}

function clientPage(frame: PageFrame, { text, address }: Texts): Readonly<Record<string, Html>> {
  const client = {
    id: 7,
    name: text,
    clientId: '7_3bcbxd9e24g0gk4swg0kwgcwg4o8k8g4g888kwc44gcc0gwwk4',
    clientSecret: '4ok2x70rlfokc8g0wws8c8kwcokw80k44sg',
    redirectUris: [address],
    grantTypes: [],
    lastUsedAt: null,
    hasCompleteAnswers: false,
  }
  const view = { frame, csrfToken: TOKEN, username: text, baseUrl: BASE }
  return {
    client: developerClientPage({ ...view, client }),
    'client-used': developerClientPage({ ...view, client: { ...client, lastUsedAt: DAY } }),
  }
}

function connectPages(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const values = { address: BASE, username: text, key: '', clientId: '', clientSecret: '' }
  const made = { ...values, key: text, clientId: text, clientSecret: text }
  const view = { frame, csrfToken: TOKEN, values, needsPassword: false, state: undefined }
  const phone = { address: `wallabag://alice@${BASE}`, qr: QR, hasSecondFactor: false }
  const page = (id: string, more: Partial<ConnectAppView>) =>
    connectAppPage({ ...view, app: APPS.find((app) => app.id === id)!, ...more })
  const keys = APPS.map(({ id }) => [`connect-key-${id}`, page(id, { values: made, state: 'waiting' })] as const)
  return {
    connect: connectPage({ frame, apps: APPS, filter: '' }),
    'connect-none': connectPage({ frame, apps: [], filter: text }),
    'connect-app': page('netnewswire', {}),
    'connect-refused': page('curl', {
      needsPassword: true,
      errors: { form: text, proof: { form: 'connect', field: 'password', message: text } },
    }),
    'connect-used': page('curl', { state: { lastUsedAt: DAY } }),
    'connect-phone': page('wallabag-android', { phone, state: 'waiting' }),
    'connect-factor': page('wallabag-android', { phone: { ...phone, hasSecondFactor: true } }),
    'connect-shared': page('freshrss', {}),
    'connect-consent': page('assistants', {}),
    ...Object.fromEntries(keys),
    ...koboPages(frame, text),
  }
}

function koboPages(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const form = { ...DEFAULT_KOBO_OPTIONS, name: text, serial: '', errors: {} }
  const view = { frame, csrfToken: TOKEN, baseUrl: BASE, devices: [], form, needsPassword: false }
  const device = { ...DEFAULT_KOBO_OPTIONS, id: 1, name: text, lastUsedAt: DAY }
  const proof = { form: 'kobo', field: 'password', message: text }
  const errors = { form: text, serial: text, store: text, proof }
  return {
    kobo: koboPage(view),
    'kobo-devices': koboPage({ ...view, devices: [device, { ...device, id: 2, lastUsedAt: null }] }),
    'kobo-refused': koboPage({ ...view, form: { ...form, errors }, needsPassword: true }),
    'kobo-lines': koboLinesPage({ frame, name: text, sections: [{ name: text, lines: [text] }] }),
  }
}

function otherPages(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const view = { frame, csrfToken: TOKEN }
  const danger: PermanentDeletionView = {
    ...view,
    counts: { entries: 1234, archived: 1, annotations: 0, tags: 3 },
    tags: [{ id: 3 as never, label: text, slug: text, entries: 12 }],
    isLastAdministrator: false,
  }
  const nothing = { entries: 0, archived: 0, annotations: 0, tags: 0 }
  const refused = { form: 'clear-entries', field: 'password', message: text }
  return {
    export: exportPage(view),
    reading: readingPage({
      ...view,
      look: appearanceOf({}),
      layout: 'cards',
      excerpt: 'short',
      hasShortcuts: true,
      timeZone: 'UTC',
    }),
    'reading-changed': readingPage({
      ...view,
      look: appearanceOf({ theme: 'black' }),
      layout: 'rows',
      excerpt: 'long',
      hasShortcuts: false,
      timeZone: 'Europe/Berlin',
    }),
    danger: permanentDeletionPage(danger),
    'danger-refused': permanentDeletionPage({ ...danger, refused }),
    'danger-empty': permanentDeletionPage({ ...danger, counts: nothing, tags: [], isLastAdministrator: true }),
  }
}

const SAMPLE_LIMITS = {
  quota: { entries: 1000, bytes: 500_000_000, savesPerDay: 20 },
  usage: { entries: 999, bytes: 1_200_000, savesToday: 3 },
}

function configPages(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const rule = { id: 1, rule: text, language: 'query', tags: [text, text], sendTo: null } as const
  const view: ConfigView = {
    frame,
    csrfToken: TOKEN,
    user: { name: text, email: text },
    config: DEFAULT_CONFIG,
    feeds: [{ list: 'unread', address: `${BASE}/feed/${text}` }],
    rules: [rule, { ...rule, id: 2, sendTo: 1 }],
    addresses: [{ id: 1, name: text, address: text, isConfirmed: true }],
    ignoreOriginRules: [{ id: 1, rule: text }],
    isPasswordOpen: false,
    given: new Map(),
    errors: new Map(),
  }
  const entries = [{ id: 1 as never, title: text }]
  const wrong = ['tagging_rule[rule]', 'upload_tagging_rule_file[file]', 'ignore_origin_user_rule[rule]'] as const
  return {
    config: configPage(view),
    'config-limits': configPage({ ...view, limits: SAMPLE_LIMITS }),
    'config-refused': configPage({ ...view, isPasswordOpen: true, errors: new Map([['x', text]]) }),
    feeds: feedsPage(view),
    'feeds-empty': feedsPage({ ...view, feeds: [{ list: 'unread' }] }),
    rules: rulesPage(view),
    'rules-empty': rulesPage({ ...view, rules: [], ignoreOriginRules: [] }),
    'rules-trial': rulesPage({
      ...view,
      edited: rule,
      trial: { matches: 1, examined: 1000, looseNots: [3], entries },
      given: new Map([['tagging_rule[rule]', text]]),
    }),
    'rules-refused': rulesPage({ ...view, errors: new Map(wrong.map((name) => [name, text])) }),
  }
}
