import { PageUpdater } from './update-page.ts'
import { reconnectDelay } from './reconnect-delay.ts'

/**
 * Minimum time in milliseconds between two synchronizations of the offline library. Events in this time share the next
 * one.
 */
const PAUSE = 10_000

let timer: ReturnType<typeof setTimeout> | undefined
let last = -PAUSE

/** Follows the changes to the user's library on all devices, and updates the open page and the offline library. */
export function followChanges(): void {
  // Loaded before the first change, so that the numbers of entries follow it at once on a slow network, too.
  void import('../optimistic/count-changes.ts').catch(() => undefined)
  const updater = new PageUpdater()
  followRevisions((revision) => {
    updater.report(revision)
    timer ??= setTimeout(synchronize, Math.max(0, last + PAUSE - performance.now()))
  })
}

function synchronize(): void {
  timer = undefined
  last = performance.now()
  if (document.visibilityState === 'visible') navigator.serviceWorker?.controller?.postMessage('follow', [])
}

/**
 * Name of a lock and of a channel. The page that holds the lock has the connection to the server, and reports its
 * events to the other pages on the channel.
 */
const NAME = 'dogear-events'

type Report = (revision: number) => void

/**
 * Reports the revision of the signed-in user's data, at the start and after each change. Only visible pages connect. In
 * a secure context, only one page of the browser has a connection, and passes the events on to the others.
 */
function followRevisions(report: Report): void {
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
    // Another page has become visible and asks for the revision. Only the page with the connection answers, because the
    // others may have missed events.
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
  // Closes the connection when the user leaves the page. With an open connection, the browser would discard the page
  // instead of keeping it for the back button.
  addEventListener('pagehide', () => {
    connected?.abort()
    connected = undefined
  })
  update()
}

/** Whether the page shows a user's data. The sign-in page has no revision. */
const isSignedIn = (): boolean => document.querySelector('main[data-revision]:not([data-revision=""])') !== null

/** Waits until no other page of the browser is connected, and then connects until aborted. */
async function inTurn(signal: AbortSignal, report: Report): Promise<void> {
  if (!('locks' in navigator)) return connect(signal, report)
  // If the signal is aborted while the page waits for the lock, `request` rejects. That is not an error.
  await navigator.locks.request(NAME, { signal }, () => connect(signal, report)).catch(() => undefined)
}

/** Receives events until aborted. After a failure, it connects again, with a longer pause each time. */
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
    // Also called when the server ends the stream, which the browser reports as an error.
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
