import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { FailingHost } from '../../entries/fetching/failed-fetches-by-host.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsSection } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'
import { adminButton } from './admin-button.ts'
import { adminLayout } from './admin-layout.ts'
import { momentText } from './moment-text.ts'

interface FailingHostsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** hosts with failed entries, those with the most failed entries first */
  readonly hosts: readonly FailingHost[]
}

/** @returns the page that lists hosts whose pages could not be fetched, with the failure reasons */
export function failingHostsPage({ frame, csrfToken, hosts }: FailingHostsView): Html {
  const { t } = frame.words
  const rows = html`<ul class="rows">${hosts.map((host) => hostRow(host, csrfToken, frame.words))}</ul>`
  const none = html`<p class="setting-state">${icon('check')}<span>${t('admin.hosts.none')}</span></p>`
  const main = settingsSection({
    id: 'hosts',
    title: t('admin.hosts.list'),
    body: hosts.length === 0 ? none : rows,
  })
  return adminLayout({ frame, title: t('admin.hosts.title'), lead: t('admin.hosts.lead'), page: 'hosts', main })
}

function hostRow({ host, entries, reason, failedAt }: FailingHost, csrfToken: string, words: Localization): Html {
  const { t } = words
  const again = adminButton({
    action: '/admin/hosts/refetch',
    csrfToken,
    label: t('admin.hosts.refetch'),
    about: host,
    field: ['host', host],
  })
  return html`
    <li class="row row-wide">
      ${icon('unplug')}
      <div class="row-text">
        <p class="row-name"><bdi>${host}</bdi></p>
        <p>${t(`failure.${reason}.reason`)}</p>
        <p class="meta">
          <span>${t('admin.users.entries', { count: entries })}</span>
          ${momentText(failedAt, words)}
        </p>
      </div>
      <div class="row-links">${again}</div>
    </li>
  `
}
