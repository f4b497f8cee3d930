import type { ActionKind } from '../../entries/undoable-actions/action.repository.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { ageText } from '../layout/date-text.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'

/** Kinds of changes that the history does not list. */
const OWN_KINDS = ['save', 'title', 'entryNote', 'authors', 'date', 'layout', 'look', 'undo'] as const

/** A change by the user in this browser. It has not been sent, or the server has refused it. */
export interface OutboxItem {
  readonly id: number
  readonly kind: ActionKind | (typeof OWN_KINDS)[number]
  /** title of the changed entry */
  readonly title: string
  readonly madeAt: Date
  /** reason why the server refused the change; absent for a change that has not been sent yet */
  readonly problem?: 'deleted' | 'lost' | 'other'
}

interface OutboxView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** changes that have not been sent yet, in the order in which the user made them */
  readonly waiting: readonly OutboxItem[]
  /** changes that the server refused, entirely or in part */
  readonly problems: readonly OutboxItem[]
  readonly now: Date
}

/**
 * @returns the page that lists the unsent and the failed changes of this browser. Each has a button that discards it.
 */
export function outboxPage(view: OutboxView): Html {
  const { frame, waiting, problems } = view
  const { t } = frame.words
  const title = t('outbox.title')
  const main = html`
    <header class="page-head"><h1 tabindex="-1">${title}</h1></header>
    ${
      problems.length > 0 &&
      html`
        <section aria-labelledby="problems">
          <h2 id="problems">${t('outbox.problems')}</h2>
          ${list(view, problems)}
        </section>
      `
    }
    ${waiting.length > 0 && waitingPart(view)}
    ${
      waiting.length + problems.length === 0 &&
      html`
        <section class="empty">
          <h2>${t('outbox.empty')}</h2>
          <p>${t('outbox.emptyHint')}</p>
        </section>
      `
    }
  `
  return layout({ frame, title, kind: 'lists', isOutbox: true, main, sheets: ['history'] })
}

function waitingPart(view: OutboxView): Html {
  const { t } = view.frame.words
  return html`
    <p class="lead">${t('outbox.lead')}</p>
    <form action="/outbox/send" method="post" class="form-buttons">
      <input type="hidden" name="token" value="${view.csrfToken}" />
      <button class="button">${t('outbox.send')}</button>
    </form>
    ${list(view, view.waiting)}
  `
}

function list(view: OutboxView, items: readonly OutboxItem[]): Html {
  return html`<ol class="history">${items.map((item) => row(view, item))}</ol>`
}

function row({ frame: { words }, csrfToken, now }: OutboxView, item: OutboxItem): Html {
  const { t } = words
  const age = ageText(item.madeAt, now.getTime() - item.madeAt.getTime(), words)
  const button = t(item.problem === undefined ? 'outbox.discard' : 'outbox.dismiss')
  return html`
    <li class="history-item" id="change-${item.id}">
      <div>
        <p>${nameOf(item, t)}</p>
        <p class="meta">
          ${item.title !== '' && html`<span class="history-title"><bdi>${item.title}</bdi></span>`}
          <span>${age}</span>
        </p>
        ${problemLine(item, t)}
      </div>
      <form action="/outbox/discard" method="post">
        <input type="hidden" name="token" value="${csrfToken}" />
        <button class="button-quiet" name="change" value="${item.id}">
          ${button}
          <span class="unseen">: ${item.title}</span>
        </button>
      </form>
    </li>
  `
}

function nameOf({ kind }: OutboxItem, t: Localization['t']): string {
  const own = OWN_KINDS.find((one) => one === kind)
  return own ? t(`outbox.kinds.${own}`) : t(`history.kinds.${kind as ActionKind}`, { count: 1 })
}

function problemLine({ problem }: OutboxItem, t: Localization['t']): Child {
  if (problem === undefined) return null
  return html`<p class="meta">${problem === 'lost' ? t('outbox.lost') : t(`outbox.reasons.${problem}`)}</p>`
}
