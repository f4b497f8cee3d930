import type { HourActivity } from '../../activity/read-activity.ts'
import { html, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import { durationText } from './duration-text.ts'
import { hourChart } from './hour-chart.ts'

/** @returns the charts of the last day: saves, failures, the queue and the times of answers */
export function dayCharts(hours: readonly HourActivity[], t: Localization['t']): Html {
  const names = hours.map(hourName)
  const charts = [savesChart, failuresChart, queueChart, waitChart, latencyChart]
  return html`<div class="charts">${charts.map((chart) => hourChart({ hours: names, ...chart(hours, t) }))}</div>`
}

type Chart = Omit<Parameters<typeof hourChart>[0], 'hours'>
type ChartOf = (hours: readonly HourActivity[], t: Localization['t']) => Chart

/** @returns the start of an hour in UTC, such as 14:00 */
export function hourName({ startsAt }: HourActivity): string {
  return startsAt.toISOString().slice(11, 16)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const most = (values: readonly (number | undefined)[]): number => Math.max(0, ...values.map((value) => value ?? 0))

const savesChart: ChartOf = (hours, t) => {
  const values = hours.map(({ saves }) => saves)
  return {
    title: t('admin.day.saves'),
    summary: t('admin.day.total', { count: sum(values), most: most(values) }),
    series: [{ kind: 'main', values }],
    textOf: (count) => t('admin.number', { count }),
  }
}

const failuresChart: ChartOf = (hours, t) => {
  const errors = hours.map(({ samples }) => samples?.serverErrors)
  const pages = hours.map(({ failedPages }) => failedPages)
  return {
    title: t('admin.day.failures'),
    summary: t('admin.day.failed', { pages: sum(pages), errors: sum(errors.map((value) => value ?? 0)) }),
    isStacked: true,
    series: [
      { kind: 'second', name: t('admin.day.failedPages'), values: pages },
      { kind: 'alarm', name: t('admin.day.serverErrors'), values: errors },
    ],
    textOf: (count) => t('admin.number', { count }),
  }
}

const queueChart: ChartOf = (hours, t) => {
  const values = hours.map(({ samples }) => samples?.dueJobs)
  return {
    title: t('admin.day.dueJobs'),
    summary: t('admin.day.most', { value: t('admin.number', { count: most(values) }) }),
    series: [{ kind: 'main', values }],
    textOf: (count) => t('admin.number', { count }),
  }
}

const waitChart: ChartOf = (hours, t) => {
  const values = hours.map(({ samples }) => samples && samples.oldestDueSeconds * 1000)
  return {
    title: t('admin.day.longestWait'),
    summary: t('admin.day.most', { value: durationText(most(values), t) }),
    series: [{ kind: 'main', values }],
    textOf: (ms) => durationText(ms, t),
  }
}

const latencyChart: ChartOf = (hours, t) => {
  const p95 = hours.map(({ latency }) => latency?.p95)
  const isMeasured = p95.some((value) => value !== undefined)
  return {
    title: t('admin.day.latency'),
    summary: isMeasured ? t('admin.day.most', { value: durationText(most(p95), t) }) : t('admin.day.unmeasured'),
    series: [
      { kind: 'second', name: t('admin.day.p95'), values: p95 },
      { kind: 'main', name: t('admin.day.median'), values: hours.map(({ latency }) => latency?.median) },
    ],
    textOf: (ms) => durationText(ms, t),
  }
}
