import type { NoteBox } from './note-box.ts'

/**
 * Milliseconds between two attempts while the page is open. They are needed because the server may fail while the
 * browser is online.
 */
const AGAIN = 30_000

/**
 * Sends finished notes that could not be sent before: when the page opens, when the browser comes online, when the user
 * returns to the page, and at intervals.
 * @returns a function that stops the attempts
 */
export function watchUnsentNotes(box: NoteBox): () => void {
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
