import { reconnectDelay } from './reconnect-delay.ts'

/** Name of the lock that the page with the connection holds, and of the channel on which it reports to the others. */
const NAME = 'dogear-events'

type Report = (revision: number) => void

/**
 * Reports the revision of the signed-in user at the start and after each change. Only visible pages are connected. In a
 * secure context, one of them holds the only connection of the browser and passes the events on to the others.
 */
export function followEvents(report: Report): void {
  const channel = new BroadcastChannel(NAME)
  let connected: AbortController | undefined
  let latest: number | undefined
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const send = (message: number | 'ask') => channel.postMessage(message)
  const receive = (revision: number) => {
    latest = revision
    report(revision)
  }
  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'number') receive(data)
    // A page that was just shown asks for the revision. Only the page with the connection knows it for sure.
    else if (connected && latest !== undefined) send(latest)
  })
  const update = () => {
    const isWanted = document.visibilityState === 'visible' && isSignedIn()
    if (isWanted === (connected !== undefined)) return
    connected?.abort()
    connected = isWanted ? new AbortController() : undefined
    if (!connected) return
    send('ask')
    void inTurn(connected.signal, (revision) => {
      send(revision)
      receive(revision)
    })
  }
  document.addEventListener('visibilitychange', update)
  document.addEventListener('turbo:load', update)
  addEventListener('pageshow', update)
  // Otherwise the browser could not keep the page for the way back.
  addEventListener('pagehide', () => {
    connected?.abort()
    connected = undefined
  })
  update()
}

/** Whether the page shows data of a user; the sign-in page has no revision. */
const isSignedIn = (): boolean => document.querySelector('main[data-revision]:not([data-revision=""])') !== null

/** Connects as soon as no other page of this browser is connected, until aborted. */
async function inTurn(signal: AbortSignal, report: Report): Promise<void> {
  if (!('locks' in navigator)) return connect(signal, report)
  // Rejected if aborted while waiting.
  await navigator.locks.request(NAME, { signal }, () => connect(signal, report)).catch(() => undefined)
}

/** Receives events until aborted. After failures, connects again with growing pauses. */
function connect(signal: AbortSignal, report: Report): Promise<void> {
  let [failures, timer]: [number, ReturnType<typeof setTimeout> | undefined] = [0, undefined]
  let source: EventSource | undefined
  const open = () => {
    clearTimeout(timer)
    source?.close()
    source = new EventSource('/sync/events')
    source.addEventListener('message', ({ data }) => {
      failures = 0
      report(Number((JSON.parse(String(data)) as { readonly revision: string }).revision))
    })
    // The end of a stream is an error as well.
    source.addEventListener('error', () => {
      source?.close()
      timer = setTimeout(open, reconnectDelay(failures++, Math.random()))
    })
  }
  addEventListener('online', open, { signal })
  open()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source?.close()
      resolve()
    })
  })
}
