import { isPageBusy } from './pending-changes.ts'
import { postForm } from './post-form.ts'
import { popAction } from './recent-actions.ts'
import { untilLeaving } from './send-in-order.ts'
import { refreshNow, renderStreams } from '../render-streams.ts'
import { showToast } from '../show-toast.ts'
import { registerRequest, settleRequests } from '../requests-under-way.ts'

/** Selector of the hidden button that undoes the last action of the history. Every page of a user contains it. */
const UNDO = '#undo-last'

/** Turbo's instruction to refresh the page (src/web/layout/turbo-stream.ts). */
const REFRESH = '<turbo-stream action="refresh"></turbo-stream>'

/** Number of times that Turbo has rendered a page. */
let renders = 0
document.addEventListener('turbo:render', () => renders++)

let undoing: Promise<void> = Promise.resolve()
/** Number of undos that are not sent yet. */
let waiting = 0

/** @returns a promise if changes must wait for it, because an undo that is not sent yet would revert them instead */
export function undosUnderWay(): Promise<void> | undefined {
  return waiting > 0 ? undoing : undefined
}

/**
 * Undoes the last action. The effect of an action that this page has shown is taken back at once, and the server is
 * asked as soon as it has answered the action. Other actions are undone after all running requests are answered, since
 * the last action of the history may be an earlier one until then.
 * @returns whether the page can undo actions
 */
export function undoLast(): boolean {
  if (!document.querySelector(UNDO)) return false
  const action = popAction()
  const isShown = action?.takeBack() ?? false
  // It reports what is undone now.
  document.querySelector('.toast')?.remove()
  waiting++
  const known = Promise.all([undoing, action ? action.answered : settleRequests().then(() => 'last')])
  // If the user leaves the page, the undo can not be sent later, and the action is the last one of the history.
  const id = Promise.race([known.then(([, answered]) => answered), untilLeaving().then(() => 'last')])
  const before = renders
  // A page that the server sent before the undo shows the entries as they were after the action.
  const isComplete = () => isShown && renders === before && !isPageBusy()
  undoing = registerRequest(id.then((one) => undoById(one, isComplete))).finally(() => waiting--)
  return true
}

/**
 * @param id of the action in the history, or `last`; undefined if there is nothing to undo
 * @param isComplete returns whether the page shows the entries as they were, so that it need not be refreshed
 */
async function undoById(id: string | undefined, isComplete: () => boolean): Promise<void> {
  const token = document.querySelector<HTMLButtonElement>(UNDO)?.form?.querySelector<HTMLInputElement>('[name=token]')
  if (id === undefined || !token) return
  const { streams, reason } = await postForm('/undo', new URLSearchParams({ token: token.value, action: id }))
  if (streams !== undefined) {
    const shown = isComplete() ? streams.replace(REFRESH, '') : streams
    // A message with a button is that of a newer action. It stays, because Turbo skips a message for an unknown element.
    return renderStreams(document.querySelector('.toast button') ? shown.replace('toasts', '-') : shown)
  }
  if (reason !== undefined) showToast(reason)
  refreshNow()
}

/** @returns a button that undoes the last action, with the text of the hidden one */
export function undoButton(): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset['actionName'] = 'undo'
  button.textContent = document.querySelector(UNDO)?.textContent ?? ''
  button.addEventListener('click', undoLast)
  return button
}
