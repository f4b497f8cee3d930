import { renderStreamMessage, StreamActions, visit } from '@hotwired/turbo'

/** A form that was submitted while another one was being sent, and waits for its turn. */
interface HeldForm {
  readonly path: string
  readonly body: URLSearchParams
}

const held: HeldForm[] = []
let sending = 0
let isRefreshing = false
let isOutdated = false

/**
 * Sends forms one at a time, and refreshes the page only while none is being sent. By itself, Turbo would abort a
 * running form if another one is submitted or the page is refreshed. The response to the aborted form would never be
 * shown.
 */
export function keepSubmissionOrder(): void {
  document.addEventListener('submit', hold)
  document.addEventListener('turbo:submit-start', () => {
    sending++
    isOutdated ||= isRefreshing
  })
  document.addEventListener('turbo:submit-end', () => {
    // A form that was submitted before this script was loaded is not in the count, which must not become negative.
    sending = Math.max(0, sending - 1)
    void goOn()
  })
  document.addEventListener('turbo:render', () => {
    isRefreshing = false
  })
  // Between the request for a refresh and its start, the user may have submitted a form.
  document.addEventListener('turbo:before-visit', (event) => {
    if (sending === 0 || !isRefreshing || event.detail.url !== location.href) return
    event.preventDefault()
    isOutdated = true
  })
  const refresh = StreamActions['refresh']
  StreamActions['refresh'] = function (this: Element) {
    isOutdated = sending > 0
    isRefreshing = !isOutdated
    if (isRefreshing) refresh?.call(this)
  }
}

/**
 * Queues a form if another one is being sent. Runs after the handlers of the page, and before Turbo's handler on the
 * window.
 */
function hold(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (sending === 0 || event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  // Attributes are read rather than properties. A button with the name "action" or "method" would hide the form's
  // property.
  if (form.getAttribute('method') !== 'post') return
  if (form.getAttribute('enctype') === 'multipart/form-data' || form.closest('[data-turbo=false]')) return
  event.preventDefault()
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value))
  held.push({ path: submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', body })
}

async function goOn(): Promise<void> {
  if (sending > 0) return
  const next = held.shift()
  if (next) return send(next)
  if (!isOutdated) return
  isOutdated = false
  renderStreamMessage('<turbo-stream action="refresh"></turbo-stream>')
}

/** Sends a queued form with `fetch`. Its element may have been replaced by an earlier response. */
async function send({ path, body }: HeldForm): Promise<void> {
  sending++
  const headers = { accept: 'text/vnd.turbo-stream.html, text/html' }
  const answer = await fetch(path, { method: 'POST', body, headers }).catch(() => undefined)
  sending--
  if (answer?.headers.get('content-type')?.startsWith('text/vnd.turbo-stream')) renderStreamMessage(await answer.text())
  else visit(answer?.redirected ? answer.url : location.href)
  await goOn()
}
