import { replaceIfChanged } from '../live/replace-if-changed.ts'
import { refreshPage, renderStreams } from '../render-streams.ts'
import { registerRequest } from '../requests-under-way.ts'
import { showToast } from '../show-toast.ts'
import { showChange, type CardChange } from './card-change.ts'
import { keepPending } from './pending-changes.ts'
import { postForm, type FormResponse } from './post-form.ts'
import { forgetAction, rememberAction, type RecentAction } from './recent-actions.ts'
import { sendInOrder } from './send-in-order.ts'
import { undoButton, undosUnderWay } from './undo-last.ts'

/** A change of one or more entries of a list, and the form that sends it. */
interface ListChange {
  readonly change: CardChange
  readonly cards: readonly HTMLElement[]
  /** path of the page with the list */
  readonly back: string
  /** address that the form is sent to */
  readonly path: string
  readonly fields: URLSearchParams
  /** message for the user about the change; absent if only the server can word it */
  readonly done?: string | undefined
  /** message for the user if the server cannot be reached */
  readonly failed: string
}

/**
 * Shows a change at once, and sends it to the server. If the server refuses it, the change is taken back and the reason
 * is shown.
 */
export function performChange({ change, cards, back, path, fields, done, failed }: ListChange): void {
  const shown = cards.map((card) => showChange(card, change, back))
  const pending = cards.map(({ id }, index) => keepPending(id, shown[index]!.apply))
  let isTakenBack = false
  const takeBack = (): boolean => {
    if (!isTakenBack) for (const one of shown.toReversed()) one.takeBack()
    for (const end of pending) end()
    isTakenBack = true
    return cards.every(({ id }) => document.getElementById(id) !== null)
  }
  // Undos that began before this change must reach the server before it.
  const undos = undosUnderWay()
  const key = cards.length === 1 ? (cards[0]?.id ?? '') : 'bulk'
  const post = async (): Promise<FormResponse> => {
    await undos
    return postForm(path, fields)
  }
  const answered = registerRequest(sendInOrder(key, post)).then(({ response, isLatest }) => {
    if (response.streams === undefined) return refuse(response)
    for (const end of pending) end()
    const outdated = isLatest && !isTakenBack ? [] : cards.map(({ id }) => id)
    return showResponse(response.streams, [...outdated, ...(done !== undefined || isTakenBack ? ['toasts'] : [])])
  })
  const refuse = ({ reason, isSignedOut = false }: FormResponse): undefined => {
    takeBack()
    forgetAction(action)
    if (!isSignedOut) showToast(reason ?? failed)
    refreshPage()
  }
  const action: RecentAction = { takeBack, answered }
  rememberAction(action)
  if (done !== undefined) showToast(done, undoButton())
}

/**
 * Applies the Turbo Streams of a response.
 * @param outdated ids of elements that show something newer, so that the response must not change them. A message that
 *   reports something else than the action is shown all the same.
 * @returns the id of the action in the history; undefined if nothing changed
 */
function showResponse(streams: string, outdated: readonly string[]): string | undefined {
  const template = document.createElement('template')
  template.innerHTML = streams
  let action: string | undefined
  for (const part of template.content.querySelectorAll('turbo-stream')) {
    const target = part.getAttribute('target') ?? ''
    const undo = part.querySelector('template')?.content.querySelector<HTMLButtonElement>('[name=action]')
    action ??= undo?.value
    if (outdated.includes(target) && (target !== 'toasts' || undo)) part.remove()
    else if (part.getAttribute('action') === 'replace') showReplacement(part, target)
  }
  renderStreams(template.content)
  // If the list is being refreshed, the server may have answered the refresh before this action. The card would then
  // appear again. Another refresh corrects that.
  const isRefreshing = document.documentElement.hasAttribute('aria-busy')
  if (isRefreshing || document.querySelector('.card') === null) refreshPage()
  return action
}

/** Replaces a card if the server's version differs, so that it stays ticked and focused otherwise. */
function showReplacement(part: Element, target: string): void {
  const [shown, fresh] = [document.getElementById(target), part.querySelector('template')?.content.firstElementChild]
  if (shown && fresh) replaceIfChanged(shown, fresh)
  part.remove()
}
