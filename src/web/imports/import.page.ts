import { html, type Child, type Html } from '../../kernel/html.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { settingsLayout } from '../settings/settings-layout.ts'
import { fetchFailures, importedHref, reasonInWords, rowReasons } from './import-failures.ts'
import { importContents, pagesIn } from './import-contents.ts'
import { importOptions } from './import-options.ts'
import { importProgress } from './import-progress.ts'
import { shownState, type ImportView } from './import-view.ts'

/** Seconds between two refreshes: while the file is checked, while it is imported, and while its pages are fetched. */
const REFRESH_SECONDS = { checking: 1, importing: 3, fetching: 10 } as const
const REFRESH_HEADS = {
  checking: html`<noscript><meta http-equiv="refresh" content="1"></noscript>`,
  importing: html`<noscript><meta http-equiv="refresh" content="3"></noscript>`,
  fetching: html`<noscript><meta http-equiv="refresh" content="10"></noscript>`,
} as const

interface ImportPageView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly job: ImportView
  /** number of days for which deleted entries can be restored */
  readonly trashDays: number
}

/**
 * @returns the page of one import. Before the import, it shows what the file contains. During the import, it shows the
 *   progress, and refreshes itself until all pages are fetched. At the end, it shows the result, and offers to undo it.
 */
export function importPage(view: ImportPageView): Html {
  const { frame, job } = view
  const { t } = frame.words
  const phase = refreshedPhase(job)
  const lead = html`<span role="status">${t(`import.states.${shownState(job)}`)}</span>`
  const main = html`
    <div
      class="setting"
      data-controller="${phase && 'auto-refresh'}"
      data-auto-refresh-seconds-value="${phase && REFRESH_SECONDS[phase]}"
    >
      ${job.failure && html`<p class="form-error" dir="auto">${reasonInWords(job.failure, t)}</p>`}
      ${job.state === 'ready' ? startForm(view) : outcome(view)}
    </div>
  `
  // This refresh timer is only for browsers without scripts. With scripts, Turbo shows the next page in the same
  // document, so the timer would continue and refresh that page too.
  const head = phase && { head: REFRESH_HEADS[phase] }
  const title = String(job.fileName || job.service || job.id)
  const place = { page: 'imports', current: 'imports', sheets: ['imports'] } as const
  return settingsLayout({ frame, title, lead, ...place, main, ...head })
}

/** @returns how often the page refreshes itself; undefined if it does not, because nothing changes by itself */
function refreshedPhase({ state, isUnderWay, fetched, undo }: ImportView): keyof typeof REFRESH_SECONDS | undefined {
  if (state === 'ready') return undefined
  if (state === 'checking') return 'checking'
  if (isUnderWay || undo.isUndoing) return 'importing'
  return fetched.pending > 0 ? 'fetching' : undefined
}

/** @returns what a checked file contains, and the form that starts the import */
function startForm({ frame, csrfToken, job }: ImportPageView): Html {
  const { t } = frame.words
  return html`
    <p class="import-found">${foundText(job, t)}</p>
    ${importContents(job, t)}
    <form action="/import/job/${job.id}/start" method="post" class="form">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${!job.isHighlights && importOptions(frame.words)}
      <p class="form-buttons"><button class="button">${t('import.submit')}</button></p>
    </form>
    <form action="/import/job/${job.id}/discard" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button-quiet">${t('import.discard')}</button>
    </form>
  `
}

/** @returns such as "Pocket, 5,000 rows, 312 already saved" */
function foundText({ service, total, alreadySaved, isHighlights }: ImportView, t: Localization['t']): string {
  if (isHighlights) return t('import.foundIn', { service, rows: t('import.foundDocuments', { count: total ?? 0 }) })
  const rows = t('import.found', { count: total ?? 0, saved: alreadySaved ?? 0 })
  return service === '' ? rows : t('import.foundIn', { service, rows })
}

function outcome(view: ImportPageView): Html {
  const { frame, job } = view
  const { t } = frame.words
  return html`
    ${importProgress(job, t)}
    ${counts(job, t)}
    ${fetchFailures(job, t)}
    ${rowReasons(job, t)}
    ${buttons(view)}
    ${undoForm(view)}
  `
}

/** @returns the numbers of imported, merged, skipped and failed rows; null if there are none yet */
function counts(job: ImportView, t: Localization['t']): Child {
  const { state, failure, total, isHighlights, imported, merged, skipped, failed } = job
  if (state === 'checking' || (failure !== null && imported + merged + skipped + failed === 0)) return null
  return html`
    ${total !== null && html`<p>${t(isHighlights ? 'import.foundDocuments' : 'import.total', { count: pagesIn(job) })}</p>`}
    <p class="meta">
      ${isHighlights ? t('import.matchCounts', { merged, skipped, failed }) : t('import.counts', { imported, merged, skipped, failed })}
    </p>
  `
}

function buttons({ frame, csrfToken, job: { id, isUnderWay, isHighlights, undo } }: ImportPageView): Html {
  const { t } = frame.words
  const show = undo.inLibrary > 0 && html`<a class="button" href="${importedHref(id)}">${t('import.show')}</a>`
  return html`
    <div class="form-buttons">
      ${show}
      <a class="button button-plain" href="/import/">${t('import.back')}</a>
      ${isHighlights && html`<a class="button button-plain" href="/import/unplaced">${t('unplaced.title')}</a>`}
      ${isUnderWay && postButton({ id, csrfToken, action: 'cancel', label: t('import.cancel') })}
    </div>
  `
}

/** @returns the button that undoes the import, with what it will do; after it, where the entries are */
function undoForm({ frame, csrfToken, job: { id, isUnderWay, undo }, trashDays }: ImportPageView): Child {
  const { t } = frame.words
  const { wasUndone, isInTrash, isUndoing, inLibrary, highlights } = undo
  if (wasUndone) {
    const link = isInTrash && html`${' '}<a href="/trash">${t('import.toTrash')}</a>`
    return html`<p>${t('import.undone')}${link}</p>`
  }
  if (isUnderWay || isUndoing || inLibrary + highlights === 0) return null
  return html`
    <h2 class="import-undo">${t('import.undoTitle')}</h2>
    ${inLibrary > 0 && html`<p>${t('import.undoText', { count: inLibrary, days: trashDays })}</p>`}
    ${highlights > 0 && html`<p>${t('import.undoHighlights', { count: highlights })}</p>`}
    ${postButton({ id, csrfToken, action: 'undo', label: t('import.undo') })}
  `
}

interface PostButton {
  readonly id: number
  readonly csrfToken: string
  readonly action: 'cancel' | 'undo'
  readonly label: string
}

function postButton({ id, csrfToken, action, label }: PostButton): Html {
  return html`
    <form action="/import/job/${id}/${action}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button-quiet button-danger">${label}</button>
    </form>
  `
}
