import { forgetActions } from './optimistic/recent-actions.ts'
import { sendInOrder } from './optimistic/send-in-order.ts'
import { renderStreams } from './render-streams.ts'
import { registerRequest } from './requests-under-way.ts'

const STREAM = 'text/vnd.turbo-stream.html'
/**
 * Maximum length in characters of a body that is sent with `keepalive`, because browsers allow 64 KiB for all such
 * requests together (Fetch standard, section 4.6). A longer body is sent without `keepalive`, so the browser aborts the
 * request if the user leaves the page.
 */
const MAX_KEEPALIVE_LENGTH = 60_000

/** Milliseconds after which a request without a response has failed. */
const TIMEOUT_MS = 30_000

/** Milliseconds after which a frame counts as shown. */
const FRAME_MS = 100

/** A change to the annotations of an entry. */
interface AnnotationRequest {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  /** id of the entry. The response is shown only on its page. */
  readonly entry: string
}

/**
 * `sent`: the server has stored the change. `refused`: the server will never accept it. `signedOut`: the session has
 * ended. `failed`: the server may accept it later, because it failed or did not answer.
 */
export type SendOutcome = 'sent' | 'refused' | 'signedOut' | 'failed'

/** Status codes after which a retry would fail again. */
const FINAL = [400, 404, 409, 413, 422]

/**
 * Sends a change after all previous ones are answered. Each response contains the whole list of annotations, so the
 * responses must be shown in order. The request continues if the user leaves the page.
 * @param request the change; a function if it depends on what the page shows after the previous ones
 * @param isLeaving whether the user is leaving the page. The change is then sent immediately
 */
export function sendAnnotation(
  request: AnnotationRequest | (() => AnnotationRequest),
  isLeaving = false,
): Promise<SendOutcome> {
  forgetActions()
  const sendNow = () => send(typeof request === 'function' ? request() : request)
  const sendNext = () => (typeof request === 'function' ? rendered().then(sendNow) : sendNow())
  const inOrder = () => sendInOrder('annotations', sendNext).then(({ response }) => response)
  return registerRequest(isLeaving ? sendNow() : inOrder())
}

/** Waits until Turbo has applied the last response, in the next frame. Pages in the background have no frames. */
function rendered(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, FRAME_MS)
  })
}

async function send({ path, fields, entry }: AnnotationRequest): Promise<SendOutcome> {
  const body = new URLSearchParams(fields)
  const keepalive = body.toString().length < MAX_KEEPALIVE_LENGTH
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(path, { method: 'POST', body, keepalive, signal, headers: { accept: STREAM } })
    if (FINAL.includes(response.status)) return 'refused'
    if (response.redirected && new URL(response.url).pathname === '/login') return 'signedOut'
    if (!response.ok || !response.headers.get('content-type')?.startsWith(STREAM)) return 'failed'
    const markup = await response.text()
    if (document.querySelector<HTMLElement>('#note-box')?.dataset['entry'] === entry) renderStreams(markup)
    return 'sent'
  } catch {
    return 'failed'
  }
}
