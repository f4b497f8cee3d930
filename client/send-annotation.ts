const STREAM = 'text/vnd.turbo-stream.html'
/** In bytes: the browser's limit for requests that outlive the page (Fetch, section 4.6, keepalive). */
const MOST_KEPT_ALIVE = 60_000

/** In milliseconds: without a response in this time, the network counts as missing. */
const PATIENCE = 30_000

/** A change of the annotations of one entry. */
export interface AnnotationRequest {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  /** id of the entry whose page shows the answer */
  readonly entry: string
}

/**
 * `sent`: the server has it. `refused`: it will not take it. `failed`: it may take it later, because there is no network
 * or no session, or the server failed.
 */
export type SendOutcome = 'sent' | 'refused' | 'failed'

/** Status codes that another try does not change. */
const FINAL = [400, 404, 409, 413, 422]

let last: Promise<unknown> = Promise.resolve()

/**
 * Sends a change after those before it, so that the answers, each with the whole list, arrive in their order. The
 * request outlives the page.
 * @param isLeaving sends it at once
 */
export function sendAnnotation(request: AnnotationRequest, isLeaving = false): Promise<SendOutcome> {
  const sent = isLeaving ? send(request) : last.then(() => send(request))
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
    if (!answer.ok || !answer.headers.get('content-type')?.startsWith(STREAM)) return 'failed'
    const markup = await answer.text()
    if (document.querySelector<HTMLElement>('#note-box')?.dataset['entry'] === entry) render(markup)
    return 'sent'
  } catch {
    return 'failed'
  }
}

/**
 * Changes the page. The elements act by themselves; Turbo's own function would move the focus back to where it was one
 * frame ago, out of a box that has opened since.
 */
function render(markup: string): void {
  const template = document.createElement('template')
  template.innerHTML = markup
  document.documentElement.append(template.content)
}
