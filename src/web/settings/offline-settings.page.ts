import { html, type Child, type Html } from '../../kernel/html.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout, settingsSection } from './settings-layout.ts'

/** The user's choice of the entries that a browser stores for offline reading. */
export interface OfflineChoice {
  /** number of newest unread entries that the browser stores */
  readonly newest: number
  /** ids of the collections that the browser stores completely */
  readonly collections: readonly number[]
  /** true if the browser stores as many entries as fit into `megabytes` */
  readonly isAll: boolean
  /** maximum space for texts and images, in megabytes */
  readonly megabytes: number
  /** true if the browser may fetch texts over metered connections */
  readonly isMeteredAllowed: boolean
}

export const DEFAULT_OFFLINE_CHOICE: OfflineChoice = {
  newest: 200,
  collections: [],
  isAll: false,
  megabytes: 500,
  isMeteredAllowed: false,
}

/** Maximum values of the numbers in the form. */
export const MAX_NEWEST = 5000
export const MAX_MEGABYTES = 20_000

interface OfflineSettingsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** the offline store of this browser; absent if it stores nothing */
  readonly store?: OfflineStoreView
}

interface OfflineStoreView {
  readonly choice: OfflineChoice
  readonly collections: readonly { readonly id: number; readonly name: string }[]
  /** number of stored articles */
  readonly articles: number
  readonly usedBytes: number
  /** true if the browser promised not to delete stored data when space runs low */
  readonly isPersisted: boolean
}

/** @returns the page with the settings for offline reading, which apply to this browser only */
export function offlineSettingsPage({ frame, csrfToken, store }: OfflineSettingsView): Html {
  const { t } = frame.words
  const main = store
    ? html`
      ${storage(store, frame)}
      <form action="/config/offline" method="post" class="reading-settings">
        <input type="hidden" name="token" value="${csrfToken}" />
        ${settingsSection({ id: 'keeping', title: t('keeping.title'), body: fields(store, frame) })}
        <p class="form-buttons form-sticky"><button class="button">${t('config.save')}</button></p>
      </form>
    `
    : html`<p>${t('keeping.unsupported')}</p>`
  return settingsLayout({ frame, title: t('settings.places.offline'), lead: t('keeping.lead'), page: 'offline', main })
}

const MEGABYTE = 1_000_000

function storage({ articles, usedBytes, isPersisted }: OfflineStoreView, { words: { t } }: PageFrame): Html {
  const used = t('keeping.used', { count: articles, megabytes: Math.ceil(usedBytes / MEGABYTE) })
  const persisting = html`
    <div
      data-controller="persistent-storage"
      data-persistent-storage-refused-value="${t('keeping.persistRefused')}"
      data-persistent-storage-granted-value="${t('keeping.persisted')}"
    >
      <p data-persistent-storage-target="text" role="status">${t('keeping.persistText')}</p>
      <p>
        <button
          class="button button-plain"
          type="button"
          data-persistent-storage-target="button"
          data-action="persistent-storage#ask"
        >
          ${t('keeping.persist')}
        </button>
      </p>
    </div>
  `
  const body = html`
    <p>${used}</p>
    ${isPersisted ? html`<p>${t('keeping.persisted')}</p>` : persisting}
    <p><a href="/outbox">${t('outbox.title')}</a></p>
  `
  return settingsSection({ id: 'storage', title: t('keeping.storage'), body })
}

function fields({ choice, collections }: OfflineStoreView, { words: { t } }: PageFrame): Html {
  return html`
    ${numberField({ name: 'newest', label: t('keeping.newest'), value: choice.newest, max: MAX_NEWEST })}
    ${
      collections.length > 0 &&
      html`
        <fieldset class="choices">
          <legend>${t('keeping.collections')}</legend>
          ${collections.map(({ id, name }) =>
            box('collections[]', name, { value: String(id), isTicked: choice.collections.includes(id) }),
          )}
        </fieldset>
      `
    }
    ${box('all', t('keeping.all'), { value: '1', isTicked: choice.isAll })}
    ${numberField({ name: 'megabytes', label: t('keeping.megabytes'), value: choice.megabytes, max: MAX_MEGABYTES })}
    ${box('metered', t('keeping.metered'), { value: '1', isTicked: choice.isMeteredAllowed })}
  `
}

interface NumberField {
  readonly name: string
  readonly label: string
  readonly value: number
  readonly max: number
}

function numberField({ name, label, value, max }: NumberField): Html {
  return html`
    <div class="field">
      <label for="keeping-${name}">${label}</label>
      <input id="keeping-${name}" name="${name}" type="number" min="0" max="${max}" value="${value}" required>
    </div>
  `
}

function box(name: string, label: string, { value, isTicked }: { value: string; isTicked: boolean }): Child {
  return html`
    <label class="choice">
      <input type="checkbox" name="${name}" value="${value}" ?checked="${isTicked}">
      <span dir="auto">${label}</span>
    </label>
  `
}
