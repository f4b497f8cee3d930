import { MAX_ERRORS } from '../../imports/import-limits.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import type { FailedFetches } from '../../imports/fetch-summary.ts'
import type { Localization } from '../layout/localization.ts'
import type { ImportView } from './import-view.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout } from '../settings/settings-layout.ts'
import { parseReason } from '../../imports/import-failure-reasons.ts'

/** Seconds between two refreshes: while the file is read, and while its pages are fetched. */
const SECONDS = { reading: 3, fetching: 10 } as const
const REFRESH = {
  reading: html`<noscript><meta http-equiv="refresh" content="3"></noscript>`,
  fetching: html`<noscript><meta http-equiv="refresh" content="10"></noscript>`,
} as const

interface ImportPageView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly job: ImportView
}

/**
 * @returns the page of one import. It shows the progress, and refreshes itself until all pages are fetched. At the end, it
 *   shows the result with the failed rows.
 */
export function importPage({ frame, csrfToken, job }: ImportPageView): Html {
  const { t } = frame.words
  const seconds = job.isUnderWay ? SECONDS.reading : SECONDS.fetching
  const isRefreshed = job.isUnderWay || job.fetched.pending > 0
  const lead = html`<span role="status">${t(`import.states.${job.state}`)}</span>`
  const main = html`
    <div
      class="setting"
      data-controller="${isRefreshed ? 'auto-refresh' : ''}"
      data-auto-refresh-seconds-value="${seconds}"
    >
      ${job.failure && html`<p class="form-error" dir="auto">${reasonInWords(job.failure, t)}</p>`}
      ${
        job.isUnderWay &&
        html`
          <p>
            <progress
              class="gauge"
              max="100"
              value="${job.share}"
              aria-label="${t('import.progress', { share: job.share })}"
            ></progress>
          </p>
        `
      }
      ${counts(job, t)}
      ${job.fetched.pending > 0 && html`<p class="meta">${t('import.fetching', { count: job.fetched.pending })}</p>`}
      ${job.errors.length > 0 && errorList(frame, job)}
      ${unfetchedList(t('import.dead'), job.fetched.missing, t)}
      ${unfetchedList(t('import.unfetched'), job.fetched.otherFailures, t)}
      ${buttons(frame, csrfToken, job)}
    </div>
  `
  // This refresh timer is only for browsers without scripts. With scripts, Turbo shows the next page in the same
  // document, so the timer would continue and refresh that page too.
  const head = isRefreshed && { head: job.isUnderWay ? REFRESH.reading : REFRESH.fetching }
  const title = String(job.fileName || job.service || job.id)
  return settingsLayout({ frame, title, lead, page: 'imports', current: 'imports', main, ...head })
}

/** @returns the numbers of imported, merged, skipped and failed rows; null if the file could not be read */
function counts({ failure, total, imported, merged, skipped, failed }: ImportView, t: Localization['t']): Child {
  if (failure !== null && imported + merged + skipped + failed === 0) return null
  return html`
    ${total !== null && html`<p>${t('import.total', { count: total })}</p>`}
    <p class="meta">${t('import.counts', { imported, merged, skipped, failed })}</p>
  `
}

function buttons(frame: PageFrame, csrfToken: string, { id, isUnderWay, imported, merged }: ImportView): Html {
  const { t } = frame.words
  const show = !isUnderWay && imported + merged > 0 && html`<a class="button" href="/all/list">${t('import.show')}</a>`
  return html`
    <div class="form-buttons">
      ${show}
      <a class="button button-plain" href="/import/">${t('import.back')}</a>
      ${isUnderWay && cancelForm(frame, csrfToken, id)}
    </div>
  `
}

function cancelForm({ words: { t } }: PageFrame, csrfToken: string, id: number): Html {
  return html`
    <form action="/import/job/${id}/cancel" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button-quiet button-danger">${t('import.cancel')}</button>
    </form>
  `
}

/**
 * @returns the list of imported entries whose pages could not be fetched. Each links to the entry's page, which offers
 *   ways to get the text.
 */
function unfetchedList(title: string, { total, pages }: FailedFetches, t: Localization['t']): Child {
  if (total === 0) return null
  return html`
    <h2>${title} <span class="count">${t('frame.count', { count: total })}</span></h2>
    <ul class="report-rows">
      ${pages.map(
        ({ id, url, reason }) => html`
          <li><a href="/view/${id}"><bdi>${url}</bdi></a><p class="meta">${t(`failure.${reason}.reason`)}</p></li>
        `,
      )}
    </ul>
    ${total > pages.length && html`<p>${t('import.firstErrors', { count: pages.length })}</p>`}
  `
}

function errorList({ words: { t } }: PageFrame, { errors }: ImportView): Html {
  return html`
    <h2>${t('import.errors')}</h2>
    <ul class="report-rows">
      ${errors.map(
        ({ row, reason }) => html`
          <li dir="auto">${t('import.errorRow', { row, reason: reasonInWords(reason, t) })}</li>
        `,
      )}
    </ul>
    ${errors.length >= MAX_ERRORS && html`<p>${t('import.firstErrors', { count: MAX_ERRORS })}</p>`}
  `
}

/**
 * @returns the stored reasons of a row or of an import, in the viewer's language. A reason that this version of Dogear does
 *   not know stays unchanged.
 */
function reasonInWords(text: string, t: Localization['t']): string {
  const lines = text.split('\n').map((sentence) => sentenceInWords(sentence, t))
  return lines.join(' ')
}

function sentenceInWords(text: string, t: Localization['t']): string {
  const found = parseReason(text)
  if (!found) return text
  const { count, ...values } = found.values
  const given = count === undefined ? values : { ...values, count: Number(count) }
  // The values come from the stored sentence, so their names are those of the message, but only at run time.
  return t(`import.reasons.${found.reason}`, ...([given] as unknown as []))
}
