import type { HourActivity } from '../../activity/read-activity.ts'
import type { CheckReport } from '../../doctor/check-reporter.ts'
import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { settingsSection } from '../settings/settings-layout.ts'
import { adminLayout } from './admin-layout.ts'
import { dayCharts } from './day-charts.ts'
import { dayTable } from './day-table.ts'
import { momentText } from './moment-text.ts'

interface OverviewView {
  readonly frame: PageFrame
  readonly report: CheckReport
  /** the last 24 hours; absent while they are being counted */
  readonly hours?: readonly HourActivity[]
}

/** @returns the first administration page: the findings about the installation, and the last day */
export function overviewPage(view: OverviewView): Html {
  const { frame } = view
  const { t } = frame.words
  return adminLayout({
    frame,
    title: t('admin.overview.title'),
    lead: t('admin.overview.lead'),
    page: 'overview',
    main: [checksSection(view), daySection(view)],
  })
}

type State = CheckReport['findings'][number]['state'] | 'pending'

const ICONS: Readonly<Record<State, string>> = {
  ok: 'check',
  warning: 'triangle-alert',
  problem: 'circle-x',
  pending: 'timer',
}
const BADGES: Readonly<Record<State, string>> = {
  ok: 'badge badge-calm',
  warning: 'badge',
  problem: 'badge badge-danger',
  pending: 'badge badge-calm',
}
/** What needs attention comes first. */
const ORDER: readonly State[] = ['problem', 'warning', 'pending', 'ok']

function checksSection({ frame: { words }, report: { findings, pending, checkedAt } }: OverviewView): Html {
  const { t } = words
  const rows = [...findings, ...pending.map((name) => ({ name, state: 'pending', text: '' }) as const)]
  const sorted = rows.toSorted((left, right) => ORDER.indexOf(left.state) - ORDER.indexOf(right.state))
  const count = findings.filter(({ state }) => state !== 'ok').length
  const body = html`
    <p role="status">
      ${t('admin.checks.found', { count })}
      ${pending.length > 0 && html`${' '}${t('admin.checks.running', { count: pending.length })}`}${' '}
      <a href="/admin">${t('admin.overview.refresh')}</a>
    </p>
    <ul class="rows">${sorted.map((row) => checkRow(row, t))}</ul>
    <p class="meta"><span>${t('admin.checks.checked')} ${momentText(checkedAt.toISOString(), words)}</span></p>
  `
  return settingsSection({ id: 'checks', title: t('admin.checks.title'), lead: t('admin.checks.lead'), body })
}

type CheckRow = Omit<CheckReport['findings'][number], 'state'> & { readonly state: State }

/** The text is that of `dogear doctor`, which is in English. */
function checkRow({ name, state, text }: CheckRow, t: Localization['t']): Html {
  return html`
    <li class="${state === 'problem' ? 'row row-wide row-alarm' : 'row row-wide'}">
      ${icon(ICONS[state])}
      <div class="row-text">
        <p class="row-name">${t(`admin.checks.names.${name}`)}</p>
        ${text !== '' && html`<p class="check-text" lang="en" dir="ltr">${text}</p>`}
      </div>
      <span class="badges"><span class="${BADGES[state]}">${t(`admin.checks.states.${state}`)}</span></span>
    </li>
  `
}

function daySection({ frame: { words }, hours }: OverviewView): Html {
  const { t } = words
  const counting = html`
    <p role="status">${t('admin.storage.counting')} <a href="/admin">${t('admin.overview.refresh')}</a></p>
  `
  return settingsSection({
    id: 'day',
    title: t('admin.day.title'),
    lead: t('admin.day.lead'),
    body: hours ? [dayCharts(hours, t), dayTable(hours, t)] : counting,
  })
}
