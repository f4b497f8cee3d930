import type { HourActivity } from '../../activity/read-activity.ts'
import { html, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { hourName } from './day-charts.ts'
import { durationText } from './duration-text.ts'

const COLUMNS = ['saves', 'failedPages', 'serverErrors', 'dueJobs', 'longestWait', 'median', 'p95'] as const

/** @returns the figures of the charts as a table that can be opened */
export function dayTable(hours: readonly HourActivity[], t: Localization['t']): Html {
  const body = html`
    <div class="table-scroll" role="group" tabindex="0" aria-label="${t('admin.day.title')}">
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">${t('admin.day.hour')}</th>
            ${COLUMNS.map((one) => html`<th scope="col" class="figure">${t(`admin.day.${one}`)}</th>`)}
          </tr>
        </thead>
        <tbody>${hours.map((hour) => hourRow(hour, t))}</tbody>
      </table>
    </div>
  `
  return collapsibleSection(t('admin.day.table'), body)
}

function hourRow(hour: HourActivity, t: Localization['t']): Html {
  const { saves, failedPages, samples, latency } = hour
  const number = (count: number | undefined) => (count === undefined ? '–' : t('admin.number', { count }))
  const duration = (ms: number | undefined) => (ms === undefined ? '–' : durationText(ms, t))
  const values = [
    number(saves),
    number(failedPages),
    number(samples?.serverErrors),
    number(samples?.dueJobs),
    duration(samples && samples.oldestDueSeconds * 1000),
    duration(latency?.median),
    duration(latency?.p95),
  ]
  return html`
    <tr>
      <th scope="row">${hourName(hour)}</th>
      ${values.map((value) => html`<td class="figure">${value}</td>`)}
    </tr>
  `
}
