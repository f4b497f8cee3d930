import { reportRequest } from './report-request.ts'

const STREAM = 'text/vnd.turbo-stream.html'
/**
 * Maximum length of a body that is sent with `keepalive`, in characters. Browsers limit such requests to 64 KiB in
 * total (Fetch standard, section 4.6).
 */
const MOST_KEPT_ALIVE = 60_000

/** Milliseconds without an answer after which a request counts as failed. */
const PATIENCE = 30_000

/** A change of the annotations of one entry. */
export interface AnnotationRequest {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  /** id of the entry; the answer is shown only on its page */
  readonly entry: string
}

/**
 * `sent`: the server has stored the change. `refused`: the server will never accept it. `signedOut`: the session has
 * ended. `failed`: the server may accept it later, because it could not be reached or has failed.
 */
export type SendOutcome = 'sent' | 'refused' | 'signedOut' | 'failed'

/** Status codes for which a retry is useless. */
const FINAL = [400, 404, 409, 413, 422]

let last: Promise<unknown> = Promise.resolve()

/**
 * Sends a change once the previous ones are answered. Each answer contains the whole list of annotations, so they must
 * be shown in order. The request continues when the user leaves the page.
 * @param isLeaving whether to send immediately, because the page is being left
 */
export function sendAnnotation(request: AnnotationRequest, isLeaving = false): Promise<SendOutcome> {
  const sent = reportRequest(isLeaving ? send(request) : last.then(() => send(request)))
  last = sent
  return sent
}

async function send({ path, fields, entry }: AnnotationRequest): Promise<SendOutcome> {
  const body = new URLSearchParams(fields)
  const keepalive = body.toString().length < MOST_KEPT_ALIVE
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const answer = await fetch(path, { method: 'POST', body, keepalive, signal, headers: { accept: STREAM } })
    if (FINAL.includes(answer.status)) return 'refused'
    if (answer.redirected && new URL(answer.url).pathname === '/login') return 'signedOut'
    if (!answer.ok || !answer.headers.get('content-type')?.startsWith(STREAM)) return 'failed'
    const markup = await answer.text()
    if (document.querySelector<HTMLElement>('#note-box')?.dataset['entry'] === entry) render(markup)
    return 'sent'
  } catch {
    return 'failed'
  }
}

/**
 * Applies Turbo stream elements by adding them to the page. Turbo's own function would restore the focus of the
 * previous frame, and so take it from a note box that has opened since.
 */
function render(markup: string): void {
  const template = document.createElement('template')
  template.innerHTML = markup
  document.documentElement.append(template.content)
}
