import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { DeadJob } from '../../jobs/job-administration.ts'
import type { JobCount } from '../../jobs/job-administration.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsSection } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'
import { adminButton } from './admin-button.ts'
import { adminLayout } from './admin-layout.ts'
import { momentText } from './moment-text.ts'

interface JobsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly counts: readonly JobCount[]
  /** dead jobs, newest first */
  readonly dead: readonly DeadJob[]
}

/**
 * @returns the page of background jobs. It shows how many jobs of each kind are waiting, running and dead, and lists
 *   the dead jobs.
 */
export function jobsPage(view: JobsView): Html {
  const { t } = view.frame.words
  return adminLayout({
    frame: view.frame,
    title: t('admin.jobs.title'),
    lead: t('admin.jobs.lead'),
    page: 'jobs',
    main: [countsSection(view), view.dead.length > 0 && deadSection(view)],
  })
}

/** @returns the label of a kind of job. If this version of Dogear does not know the kind, returns its internal name. */
function kindName(name: string, { t, has }: Localization): string {
  const key = `admin.jobs.kinds.${name.replaceAll('.', '-')}`
  return has(key) ? t(key) : name
}

const COLUMNS = ['waiting', 'running', 'dead'] as const

function countsSection({ frame, counts, csrfToken }: JobsView): Html {
  const { t } = frame.words
  const table = html`
    <div class="table-scroll" role="group" tabindex="0" aria-label="${t('admin.jobs.counts')}">
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">${t('admin.jobs.kind')}</th>
            ${COLUMNS.map((one) => html`<th scope="col" class="figure">${t(`admin.jobs.columns.${one}`)}</th>`)}
          </tr>
        </thead>
        <tbody>${counts.map((count) => countRow(count, csrfToken, frame.words))}</tbody>
      </table>
    </div>
  `
  const idle = html`<p class="setting-state">${icon('check')}<span>${t('admin.jobs.idle')}</span></p>`
  return settingsSection({
    id: 'counts',
    title: t('admin.jobs.counts'),
    body: counts.length === 0 ? idle : table,
  })
}

function countRow(count: JobCount, csrfToken: string, words: Localization): Html {
  const { t } = words
  const kind = kindName(count.name, words)
  const retry = adminButton({
    action: '/admin/jobs/retry-kind',
    csrfToken,
    label: t('admin.jobs.retryAll'),
    about: kind,
    field: ['name', count.name],
  })
  const cell = (column: (typeof COLUMNS)[number]) =>
    html`
      <td class="${column === 'dead' && count.dead > 0 ? 'figure figure-alarm' : 'figure'}">
        ${t('admin.number', { count: count[column] })}
      </td>
    `
  return html`<tr><th scope="row">${kind}${count.dead > 0 && retry}</th>${COLUMNS.map(cell)}</tr>`
}

function deadSection({ frame: { words }, dead, csrfToken }: JobsView): Html {
  const { t } = words
  return settingsSection({
    id: 'dead',
    title: t('admin.jobs.deadTitle'),
    lead: t('admin.jobs.deadLead'),
    body: html`<ul class="rows">${dead.map((job) => deadRow(job, csrfToken, words))}</ul>`,
  })
}

/**
 * @returns the row of a dead job. The failure reason is a log message or an error message of the database, so it is
 *   always in English and is not translated.
 */
function deadRow({ id, name, attempts, reason, diedAt }: DeadJob, csrfToken: string, words: Localization): Html {
  const { t } = words
  const kind = kindName(name, words)
  const about = `${kind} ${id}`
  const field = ['id', id] as const
  const facts: readonly Child[] = [
    html`<span>${t('admin.jobs.number', { id })}</span>`,
    html`<span>${t('admin.jobs.attempts', { count: attempts })}</span>`,
    momentText(diedAt, words),
  ]
  return html`
    <li class="row row-wide">
      ${icon('circle-x')}
      <div class="row-text">
        <p class="row-name">${kind}</p>
        <p class="job-reason" lang="en" dir="auto">${reason ?? ''}</p>
        <p class="meta">${facts}</p>
      </div>
      <div class="row-links">
        ${adminButton({ action: '/admin/jobs/retry', csrfToken, label: t('admin.jobs.retry'), about, field })}
        ${adminButton({
          action: '/admin/jobs/discard',
          csrfToken,
          label: t('admin.jobs.discard'),
          about,
          field,
          variant: 'danger',
        })}
      </div>
    </li>
  `
}
