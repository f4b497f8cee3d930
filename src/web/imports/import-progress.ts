import { html, type Child, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import type { ImportView } from './import-view.ts'

type Translate = Localization['t']

/** @returns a bar for the rows while the file is imported, and one for the pages while they are fetched */
export function importProgress(job: ImportView, t: Translate): Child {
  const { isUnderWay, state, total, rowsDone, share, fetched, minutesLeft, undo } = job
  if (undo.isUndoing) return html`<p>${t('import.undoing', { count: undo.inLibrary })}</p>`
  const isReading = isUnderWay && state !== 'ready' && state !== 'checking'
  const done = fetched.total - fetched.pending
  return html`
    ${
      isReading &&
      total !== null &&
      bar({
        label: t('import.rowsDone', { done: rowsDone, total }),
        share: (rowsDone / Math.max(total, 1)) * 100,
        left: timeLeft(minutesLeft.rows, t),
      })
    }
    ${isReading && total === null && bar({ label: t('import.progress', { share }), share, left: '' })}
    ${
      fetched.pending > 0 &&
      bar({
        label: t('import.pagesDone', { done, total: fetched.total }),
        share: (done / fetched.total) * 100,
        left: timeLeft(minutesLeft.pages, t),
      })
    }
  `
}

interface Bar {
  readonly label: string
  /** in percent */
  readonly share: number
  /** the estimated time left in words; empty if unknown */
  readonly left: string
}

function bar({ label, share, left }: Bar): Html {
  return html`
    <div class="import-bar">
      <p>${label}${left !== '' && html` <span class="meta">${left}</span>`}</p>
      <progress class="gauge" max="100" value="${Math.floor(share)}" aria-label="${label}"></progress>
    </div>
  `
}

/** Estimates above this number of minutes are shown in hours. */
const MAX_MINUTES = 90

function timeLeft(minutes: number | undefined, t: Translate): string {
  if (minutes === undefined) return ''
  return minutes > MAX_MINUTES
    ? t('import.hoursLeft', { count: Math.round(minutes / 60) })
    : t('import.minutesLeft', { count: minutes })
}
