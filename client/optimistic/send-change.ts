import { visit } from '@hotwired/turbo'
import { replaceIfChanged } from '../live/replace-if-changed.ts'
import { refreshNow, renderStreams } from '../render-streams.ts'
import { isAnyUnderWay, registerRequest } from '../requests-under-way.ts'
import { showToast } from '../show-toast.ts'
import { isPageBusy } from './pending-changes.ts'
import { postForm, type FormResponse } from './post-form.ts'
import { forgetAction, rememberAction, type RecentAction } from './recent-actions.ts'
import { sendInOrder } from './send-in-order.ts'
import { undosUnderWay } from './undo-last.ts'

/** A change that the page already shows, and the form that sends it. */
interface SentChange {
  /** changes with the same key are sent one after the other */
  readonly key: string
  /** address that the form is sent to */
  readonly path: string
  readonly fields: URLSearchParams
  /** takes the effect off the page. Called at most once. */
  readonly takeBack: () => void
  /** called when the server has made or refused the change */
  readonly settle?: () => void
  /** ids of the elements that show the change */
  readonly targets: readonly string[]
  /** the message that the page has shown; absent if only the server can word it */
  readonly done?: string | undefined
  /** message for the user if the server cannot be reached */
  readonly failed: string
  /**
   * true if the page cannot be drawn without the server, and the change can be repeated. Without an answer, the page is then
   * not refreshed, because that would replace it by a page without its content.
   */
  readonly needsServer?: boolean
  /** the form with what the user has typed, which is kept if the session has ended */
  readonly form?: HTMLFormElement
}

/**
 * Sends a change that the page already shows, so that it can be undone at once. If the server refuses it, the change is
 * taken back and the reason is shown.
 */
export function sendChange({
  key,
  path,
  fields,
  targets,
  done,
  failed,
  needsServer,
  form,
  ...effect
}: SentChange): void {
  let isTakenBack = false
  const takeBack = (): boolean => {
    if (!isTakenBack) effect.takeBack()
    effect.settle?.()
    isTakenBack = true
    return targets.every((id) => document.getElementById(id) !== null)
  }
  // Undos that began before this change must reach the server before it.
  const undos = undosUnderWay()
  const post = async (): Promise<FormResponse> => {
    await undos
    return postForm(path, fields)
  }
  const answered = registerRequest(sendInOrder(key, post)).then(({ response, isLatest }) => {
    if (response.redirect !== undefined) return follow(response.redirect)
    if (response.streams === undefined) return refuse(response)
    effect.settle?.()
    return showResponse(response.streams, () => {
      const outdated = isLatest && !isTakenBack ? [] : targets
      return [...outdated, ...(done !== undefined || isTakenBack ? ['toasts'] : [])]
    })
  })
  /** Opens the page that the server names. It reports the change, and an undo on it asks the server. */
  const follow = (address: string): undefined => {
    forgetAction(action)
    visit(address)
  }
  const keepTyped = async (): Promise<void> => {
    if (form) (await import('../prepare-for-response.ts')).storeUnsentForm(form)
  }
  const refuse = ({ reason, isSignedOut = false }: FormResponse): undefined => {
    takeBack()
    forgetAction(action)
    if (isSignedOut) return void keepTyped().finally(refreshNow)
    showToast(reason ?? failed)
    if (reason !== undefined || !needsServer) refreshNow()
  }
  const action: RecentAction = { takeBack, answered }
  rememberAction(action)
}

/**
 * Applies the Turbo Streams of a response.
 * @param outdated returns the ids of elements that show something newer, so that the response must not change them. A
 *   message that reports something else than the action is shown all the same.
 * @returns the id of the action in the history; undefined if nothing changed
 */
function showResponse(streams: string, outdated: () => readonly string[]): string | undefined {
  const template = document.createElement('template')
  template.innerHTML = streams
  let action: string | undefined
  for (const part of template.content.querySelectorAll<HTMLElement>('turbo-stream')) {
    const target = part.getAttribute('target') ?? ''
    const undo = part.querySelector('template')?.content.querySelector<HTMLButtonElement>('[name=action]')
    action ??= undo?.value
    const isOutdated = () => outdated().includes(target) && (target !== 'toasts' || Boolean(undo))
    // The counts do not contain the changes that the server has not answered yet, and are the only parts with `targets`.
    if (part.hasAttribute('targets')) renderUnless(part, isAnyUnderWay)
    else if (isOutdated()) part.remove()
    else if (part.getAttribute('action') === 'replace') showReplacement(part, target)
    else renderUnless(part, isOutdated)
  }
  renderStreams(template.content)
  if (mustRefresh()) refreshNow()
  return action
}

/** Skips a stream that is outdated when Turbo performs it, in the next frame: the user may have undone the action. */
function renderUnless(stream: HTMLElement, isOutdated: () => boolean): void {
  stream.addEventListener('turbo:before-stream-render', ({ detail }) => {
    const { render } = detail
    detail.render = (element) => (isOutdated() ? undefined : render(element))
  })
}

/**
 * @returns whether the page must be refreshed: the list is empty, or a refresh is under way, which the server may have
 *   answered before the change, so that a removed card would appear again
 */
function mustRefresh(): boolean {
  const isEmptied = document.querySelector('#cards') !== null && document.querySelector('.card') === null
  return isEmptied || isPageBusy()
}

/**
 * Replaces an element if the server's version differs, so that it keeps the focus, and a card stays ticked. A field, which
 * the script has emptied, keeps what the user has typed since.
 */
function showReplacement(part: Element, target: string): void {
  const [shown, fresh] = [document.getElementById(target), part.querySelector('template')?.content.firstElementChild]
  const isDone = !shown || !fresh || replaceIfChanged(shown, fresh)
  if (isDone || shown.matches('.card, input')) part.remove()
}
