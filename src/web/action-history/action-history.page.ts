import type { UserAction } from '../../entries/undoable-actions/action.repository.ts'
import { html, type Html } from '../../kernel/html.ts'
import { ageText } from '../layout/date-text.ts'
import { drawing } from '../layout/drawing.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { undoForm } from './undo-form.ts'

interface HistoryView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** the latest actions, newest first */
  readonly actions: readonly UserAction[]
  readonly now: Date
}

/**
 * @returns the page that lists the latest actions, each with an undo button. Offline, it only lists the actions of this
 *   browser.
 */
export function historyPage(view: HistoryView): Html {
  const { frame, actions } = view
  const { t } = frame.words
  const title = t('history.title')
  const isOffline = frame.offline !== undefined
  const main = html`
    <header class="page-head"><h1 tabindex="-1">${title}</h1></header>
    <p class="lead">${t(isOffline ? 'history.leadOffline' : 'history.lead')}</p>
    ${
      actions.length === 0
        ? html`<section class="empty">${drawing('done')}<h2>${t(isOffline ? 'history.emptyOffline' : 'history.empty')}</h2></section>`
        : html`<ol class="history">${actions.map((action) => row(view, action))}</ol>`
    }
  `
  return layout({ frame, title, kind: 'lists', main, sheets: ['history'] })
}

function row({ frame: { words }, csrfToken, now }: HistoryView, action: UserAction): Html {
  const { t } = words
  const at = new Date(action.createdAt)
  return html`
    <li class="history-item">
      <div>
        <p>${t(`history.kinds.${action.kind}`, { count: action.entries })}</p>
        <p class="meta">
          ${action.title !== undefined && html`<span class="history-title"><bdi>${action.title}</bdi></span>`}
          <span>${ageText(at, now.getTime() - at.getTime(), words)}</span>
        </p>
      </div>
      ${
        action.isUndone
          ? html`<span class="meta">${t('history.undone')}</span>`
          : undoForm({ csrfToken, t, action: action.id, back: '/history' })
      }
    </li>
  `
}
