import { renderStreamMessage, StreamActions, visit } from '@hotwired/turbo'
import { undosUnderWay } from './optimistic/undo-last.ts'
import { isAnyUnderWay, settleRequests } from './requests-under-way.ts'

/** Turbo's instruction to refresh the page. */
const REFRESH = '<turbo-stream action="refresh"></turbo-stream>'

/** A form that was submitted while another one was being sent, and waits for its turn. */
interface HeldForm {
  readonly form: HTMLFormElement
  readonly path: string
  readonly body: URLSearchParams
}

/** Selector of the forms that change something and that a script can send. */
const HELD = 'form[method=post]:not([enctype="multipart/form-data"], [data-turbo=false] *, [data-turbo=false])'

const held: HeldForm[] = []
let sending = 0
let isRefreshing = false
let isOutdated = false

/**
 * Sends forms one at a time, and refreshes the page only while no change is being sent. By itself, Turbo would abort a
 * running form if another one is submitted or the page is refreshed. The response to the aborted form would never be
 * shown.
 */
export function keepSubmissionOrder(): void {
  addEventListener('submit', hold)
  document.addEventListener('turbo:submit-start', () => {
    sending++
    isOutdated ||= isRefreshing
  })
  document.addEventListener('turbo:submit-end', () => {
    sending--
    void goOn()
  })
  document.addEventListener('turbo:render', () => {
    isRefreshing = false
  })
  // Cancels a refresh that was requested while no form was being sent, if the user has submitted a form before the
  // refresh starts. The page is refreshed after the form instead.
  document.addEventListener('turbo:before-visit', (event) => {
    if (sending === 0 || !isRefreshing || event.detail.url !== location.href) return
    event.preventDefault()
    isOutdated = true
  })
  const refresh = StreamActions['refresh']
  StreamActions['refresh'] = function (this: Element) {
    // The server's page may not contain the changes yet that the page already shows.
    if (isAnyUnderWay()) return void settleRequests().then(() => renderStreamMessage(REFRESH))
    isOutdated = sending > 0
    isRefreshing = !isOutdated
    if (isRefreshing) refresh?.call(this)
  }
}

/**
 * Queues a form if another one or an undo is being sent. Listens on the window: after the handlers of the page, some of
 * which listen on the document, and before Turbo, which adds its listener to the window anew at each submission.
 */
function hold(event: SubmitEvent): void {
  const { target: form, submitter } = event
  const undos = undosUnderWay()
  if ((sending === 0 && !undos) || event.defaultPrevented) return
  if (!(form instanceof HTMLFormElement) || !form.matches(HELD)) return
  event.preventDefault()
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value))
  held.push({ form, path: submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', body })
  void undos?.then(goOn)
}

async function goOn(): Promise<void> {
  if (sending > 0) return
  const next = held.shift()
  if (next) return send(next)
  if (!isOutdated) return
  isOutdated = false
  renderStreamMessage(REFRESH)
}

/**
 * Sends a queued form with `fetch`, and reports the end as Turbo does
 * (https://turbo.hotwired.dev/reference/events). Its element may have been replaced by an earlier response.
 */
async function send({ form, path, body }: HeldForm): Promise<void> {
  sending++
  const detail = await post(path, body).catch((error: unknown) => ({ success: false, error }))
  const target = form.isConnected ? form : document
  target.dispatchEvent(new CustomEvent('turbo:submit-end', { bubbles: true, detail }))
}

/** Sends a form, and shows the response. */
async function post(path: string, body: URLSearchParams) {
  const headers = { accept: 'text/vnd.turbo-stream.html, text/html' }
  const response = await fetch(path, { method: 'POST', body, headers }).catch((error: unknown) => {
    visit(location.href)
    throw error
  })
  const { ok: success, redirected, url } = response
  const isStream = response.headers.get('content-type')?.startsWith('text/vnd.turbo-stream')
  if (isStream) renderStreamMessage(await response.text())
  else visit(redirected ? url : location.href)
  return { success, fetchResponse: { redirected, location: new URL(url) } }
}
