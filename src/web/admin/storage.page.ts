import { html, type Child, type Html } from '../../kernel/html.ts'
import {
  bytesOf,
  type Amount,
  type StorageFigures,
  type UserStorage,
} from '../../users/administration/measure-storage.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsSection } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'
import { sizeText } from '../layout/size-text.ts'
import { adminLayout } from './admin-layout.ts'
import { momentText } from './moment-text.ts'

export interface StorageView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** the measured storage; absent while the first measurement is running */
  readonly figures?: StorageFigures
  /** Dogear's own version */
  readonly version: string
  readonly nodeVersion: string
  /** time when the server process started, in ISO 8601, in UTC */
  readonly startedAt: string
}

/** @returns the page with the used storage and the versions of the running software */
export function storagePage(view: StorageView): Html {
  const { frame, figures } = view
  const { t } = frame.words
  const counting = html`
    <section class="setting" id="storage">
      <p role="status">${t('admin.storage.counting')} <a href="/admin/storage">${t('admin.storage.look')}</a></p>
    </section>
  `
  return adminLayout({
    frame,
    title: t('admin.storage.title'),
    lead: t('admin.storage.lead'),
    page: 'storage',
    main: [figures ? [roomSection(view, figures), userSection(view, figures)] : counting, serverSection(view)],
  })
}

const fact = (name: string, value: Child): Html => html`
  <div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>
`

function roomSection({ frame: { words }, csrfToken }: StorageView, figures: StorageFigures): Html {
  const { t } = words
  const { databaseBytes, images, freeBytes, diskBytes, measuredAt, tookMs } = figures
  const used = diskBytes > 0 ? Math.round((1 - freeBytes / diskBytes) * 100) : 0
  const meter = html`
    <progress class="gauge" max="100" value="${used}" aria-label="${t('admin.storage.used', { percent: used })}"></progress>
  `
  const body = html`
    <dl class="figures-list">
      ${fact(t('admin.storage.database'), sizeText(databaseBytes, t))}
      ${fact(
        t('admin.storage.images'),
        html`
          ${sizeText(images.bytes, t)}${' '}
          <span class="meta">${t('admin.storage.files', { count: images.number })}</span>
        `,
      )}
      ${fact(
        t('admin.storage.free'),
        html`${t('admin.storage.freeOf', { free: sizeText(freeBytes, t), disk: sizeText(diskBytes, t) })}${meter}`,
      )}
    </dl>
    <form class="measured" action="/admin/storage/measure" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <p class="meta">
        <span>${t('admin.storage.measured')} ${momentText(measuredAt, words)}</span>
        <span>${t('admin.storage.took', { count: tookMs })}</span>
      </p>
      <button class="button-quiet">${t('admin.storage.again')}</button>
    </form>
  `
  return settingsSection({ id: 'storage', title: t('admin.storage.room'), body })
}

const COLUMNS = ['contents', 'captures', 'images'] as const

function userSection({ frame }: StorageView, { users, userCount }: StorageFigures): Html {
  const { t } = frame.words
  const body = html`
    <div class="table-scroll" role="group" tabindex="0" aria-label="${t('admin.storage.byUser')}">
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">${t('admin.storage.user')}</th>
            ${COLUMNS.map((one) => html`<th scope="col" class="figure">${t(`admin.storage.columns.${one}`)}</th>`)}
            <th scope="col" class="figure">${t('admin.storage.together')}</th>
          </tr>
        </thead>
        <tbody>${users.map((user) => userRow(user, t))}</tbody>
      </table>
    </div>
    ${
      userCount > users.length &&
      html`<p class="meta">${t('admin.storage.most', { shown: users.length, count: userCount })}</p>`
    }
  `
  return settingsSection({
    id: 'users',
    title: t('admin.storage.byUser'),
    lead: t('admin.storage.byUserLead'),
    body,
  })
}

function userRow(user: UserStorage, t: Localization['t']): Html {
  const amount = ({ number, bytes }: Amount) =>
    number === 0
      ? html`<td class="figure">–</td>`
      : html`
        <td class="figure">
          ${sizeText(bytes, t)}
          <span class="meta">${t('admin.number', { count: number })}</span>
        </td>
      `
  return html`
    <tr>
      <th scope="row"><a href="/admin/users/${user.userId}" dir="auto">${user.username}</a></th>
      ${COLUMNS.map((one) => amount(user[one]))}
      <td class="figure">${sizeText(bytesOf(user), t)}</td>
    </tr>
  `
}

function serverSection({ frame: { words }, version, nodeVersion, figures, startedAt }: StorageView): Html {
  const { t } = words
  const body = html`
    <dl class="figures-list">
      ${fact(t('frame.product'), html`<code>${version}</code>`)}
      ${fact(t('admin.storage.runtime'), html`<code>${nodeVersion}</code>`)}
      ${figures && fact(t('admin.storage.database'), html`<code>${figures.databaseVersion}</code>`)}
      ${fact(t('admin.storage.since'), momentText(startedAt, words))}
    </dl>
  `
  return settingsSection({ id: 'server', title: t('admin.storage.server'), body })
}
