import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { OwnerEventKind } from '../../security-events/event-kinds.ts'
import { REFUSAL_KINDS } from '../../security-events/event-kinds.ts'
import type { ListedEvent } from '../../security-events/list-events.ts'
import { momentText } from '../admin/moment-text.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { pager } from '../lists/pager.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'
import { browserName } from './browser-name.ts'

const ACTIVITY_PATH = '/config/security/activity'
const DOWNLOAD_PATH = `${ACTIVITY_PATH}.csv`

interface ActivityView {
  readonly frame: PageFrame
  readonly events: readonly ListedEvent[]
  /** number of the page, from 1 */
  readonly page: number
  readonly pages: number
  /** number of days for which events are kept */
  readonly days: number
}

const pageHref = (page: number) => `${ACTIVITY_PATH}?page=${page}`

/** @returns the page that lists all stored security events of the viewer's account */
export function activityPage({ frame, events, page, pages, days }: ActivityView): Html {
  const { t } = frame.words
  const main = html`
    <section class="setting" id="activity" aria-label="${t('events.title')}">
      ${activityList(events, frame.words)}
      <p>
        <a class="button button-plain" href="${DOWNLOAD_PATH}" data-turbo="false">
          ${t('events.download')}
        </a>
      </p>
      ${pager({ t, href: pageHref, page, pages })}
    </section>
  `
  return settingsLayout({
    frame,
    title: t('events.title'),
    lead: t('events.pageLead', { days }),
    page: 'security',
    main,
  })
}

/** @returns the part of the security page with the newest events and a link to all of them */
export function activitySection(events: readonly ListedEvent[], words: Localization): Html {
  const { t } = words
  const body = html`
    ${activityList(events, words)}
    ${events.length > 0 && html`<p><a class="button button-plain" href="${ACTIVITY_PATH}">${t('events.all')}</a></p>`}
  `
  return settingsSection({ id: 'activity', title: t('events.title'), lead: t('events.lead'), body })
}

function activityList(events: readonly ListedEvent[], words: Localization): Html {
  if (events.length === 0) return html`<p class="meta">${words.t('events.none')}</p>`
  return html`<ul class="rows">${events.map((event) => eventRow(event, words))}</ul>`
}

const ICONS: Readonly<Record<OwnerEventKind, string>> = {
  'sign-in': 'log-in',
  'sign-in-failed': 'shield-alert',
  'sign-in-throttled': 'shield-alert',
  'code-failed': 'shield-alert',
  'session-ended': 'log-out',
  'sessions-ended-by-provider': 'log-out',
  'recovery-code-used': 'life-buoy',
  'recovery-codes-renewed': 'life-buoy',
  'second-factor-on': 'shield-check',
  'second-factor-off': 'shield-off',
  'passkey-added': 'fingerprint',
  'passkey-removed': 'fingerprint',
  'passkey-failed': 'shield-alert',
  'identity-linked': 'link',
  'identity-unlinked': 'unlink',
  'recovery-link-made': 'life-buoy',
  'account-recovered': 'life-buoy',
  'password-changed': 'key-round',
  'email-changed': 'mail',
  'app-password-made': 'key-round',
  'app-password-removed': 'key-round',
  'app-connected': 'app-window',
  'token-issued': 'app-window',
  'token-refused': 'shield-alert',
  'token-reused': 'shield-alert',
  'token-revoked': 'log-out',
  'client-made': 'smartphone',
  'client-deleted': 'smartphone',
  export: 'file-output',
  import: 'file-input',
  'share-on': 'link',
  'share-off': 'unlink',
  'feed-token-renewed': 'rss',
  'feed-token-revoked': 'rss',
  'site-login-stored': 'globe-lock',
  'site-login-removed': 'globe',
  'library-cleared': 'trash-2',
  'user-made': 'user-round',
  'user-shut-out': 'user-round-x',
  'user-let-in': 'user-round',
  'administrator-made': 'user-round-cog',
  'administrator-unmade': 'user-round-cog',
}

function eventRow(event: ListedEvent, words: Localization): Html {
  const { t } = words
  const { kind, by, times, address, at } = event
  const facts: readonly Child[] = [
    html`<span>${momentText(at, words)}</span>`,
    times > 1 && html`<span>${t('events.times', { count: times })}</span>`,
    by !== 'owner' && html`<span>${t(`events.by.${by}`)}</span>`,
    whereFrom(event, t),
    address !== '' && html`<bdi>${address}</bdi>`,
  ]
  const alarm = REFUSAL_KINDS.includes(kind) && ' row-alarm'
  return html`
    <li class="row${alarm}">
      ${icon(ICONS[kind])}
      <div class="row-text">
        <p class="row-name">${t(`events.kinds.${kind}`)}</p>
        <p class="meta">${facts}</p>
      </div>
    </li>
  `
}

/** Maximum length of a displayed program name, in characters. Longer names are cut. */
const MAX_PROGRAM_LENGTH = 40

/**
 * @returns the program that caused an event: the name of the API client, otherwise of the browser, otherwise the first
 *   word of the user agent
 */
function whereFrom({ client, userAgent }: ListedEvent, t: Localization['t']): Child {
  if (client !== null) return html`<bdi>${client}</bdi>`
  const { browser, system } = browserName(userAgent)
  if (browser === '' || system === '') {
    const program = browser || userAgent.split(' ', 1)[0]!.slice(0, MAX_PROGRAM_LENGTH)
    return userAgent !== '' && html`<bdi>${program}</bdi>`
  }
  return html`<span>${t('security.sessions.name', { browser, system })}</span>`
}
