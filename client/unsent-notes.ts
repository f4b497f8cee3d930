import type { NoteBox } from './note-box.ts'

/** Milliseconds between two attempts while the page is open. No event reports that a failed server works again. */
const AGAIN = 30_000

/**
 * Sends finished notes that are still drafts: when the page opens, when the browser comes online, when the user returns
 * to the page, and at intervals.
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
