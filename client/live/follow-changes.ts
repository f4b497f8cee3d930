import { followRevisions } from './follow-revisions.ts'
import { PageUpdater } from './update-page.ts'

/**
 * Minimum time in milliseconds between two synchronizations of the offline library. Events in this time share the next
 * one.
 */
const PAUSE = 10_000

let timer: ReturnType<typeof setTimeout> | undefined
let last = -PAUSE

/** Follows the changes to the user's library on all devices, and updates the open page and the offline library. */
export function followChanges(): void {
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
