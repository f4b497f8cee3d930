import type { Db } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { html, type Html } from '../../kernel/html.ts'
import { listClients } from '../../oauth/client.repository.ts'
import { listAppPasswords } from '../../users/passwords/app-password.ts'
import { dateText } from '../layout/date-text.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'
import { ANDROID_CLIENT } from './apps.ts'
import type { ConnectableApp } from './connectable-app.ts'

/** Whether an app has used what was made for it: the time of the last use, or `waiting`; undefined if nothing was made. */
export type ConnectionState = { readonly lastUsedAt: string } | 'waiting' | undefined

/**
 * @returns the state of the newest key with the name of the app. The wallabag app for Android creates an API client of its
 *   own, which counts in the same way.
 */
export async function findConnectionState(db: Db, owner: UserId, app: ConnectableApp): Promise<ConnectionState> {
  const key = (await listAppPasswords(db, owner)).find(({ name }) => name === app.name)
  if (key) return key.lastUsedAt === null ? 'waiting' : { lastUsedAt: key.lastUsedAt }
  if (app.direct !== 'qr') return undefined
  const clients = (await listClients(db, owner)).map(({ client }) => client)
  const lastUsedAt = clients.findLast(({ name }) => name === ANDROID_CLIENT)?.lastUsedAt ?? null
  return lastUsedAt === null ? 'waiting' : { lastUsedAt }
}

/** Seconds between two looks at the state. */
const CHECK_SECONDS = 3

/**
 * @returns the state of a connection. A script loads the frame again until the app is connected, and leaves the rest of the
 *   page, which may show a key, as it is. Without scripts, the link loads the page.
 */
export function connectionFrame(state: ConnectionState, app: ConnectableApp, words: Localization): Html {
  return html`
    <div role="status">
      <turbo-frame id="connection" refresh="morph" target="_top">${stateText(state, app, words)}</turbo-frame>
    </div>
  `
}

function stateText(state: ConnectionState, { id, name }: ConnectableApp, words: Localization): Html | undefined {
  const { t } = words
  if (state === undefined) return undefined
  if (state === 'waiting') {
    return html`
      <div class="connection" data-controller="auto-refresh" data-auto-refresh-seconds-value="${CHECK_SECONDS}">
        <p class="setting-state">${icon('timer')}<span>${t('connect.waiting', { app: name })}</span></p>
        <p class="meta"><a href="/connect/${id}" data-turbo-frame="connection">${t('connect.check')}</a></p>
      </div>
    `
  }
  return html`
    <div class="connection">
      <p class="setting-state">${icon('link')}<span>${t('connect.connected', { app: name })}</span></p>
      <p class="meta">
        <span>${t('security.lastUsed')} ${dateText(new Date(state.lastUsedAt), words, 'short')}</span>
        <a href="/config/security#app-passwords">${t('security.title')}</a>
      </p>
    </div>
  `
}
