import type { NoteBox } from './note-box.ts'

/** Time between tries while the page is open, in milliseconds: the server may have failed although there is a network. */
const AGAIN = 30_000

/**
 * Sends the notes of the page that could not be sent: when the page opens, when the network is back, when the user comes
 * back to the page, and from time to time.
 * @returns a function that stops it
 */
export function watchDueNotes(box: NoteBox): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  const send = () => {
    if (navigator.onLine && document.visibilityState === 'visible') void box.sendDue()
  }
  addEventListener('online', send, { signal })
  addEventListener('pageshow', send, { signal })
  document.addEventListener('visibilitychange', send, { signal })
  const timer = setInterval(send, AGAIN)
  send()
  return () => {
    clearInterval(timer)
    listeners.abort()
  }
}
