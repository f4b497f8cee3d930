import type { UserId } from '../kernel/branded-ids.ts'
import type { RevisionWatcher } from './revision-watcher.ts'

/**
 * Sends the revision of a user as JSON text: first the given one, then the current one after each change.
 * @returns a function that stops sending
 */
export function sendRevisions(
  revisions: RevisionWatcher,
  { id, revision }: { readonly id: UserId; readonly revision: number },
  send: (text: string) => void,
): () => void {
  const report = (current: number) => send(JSON.stringify({ revision: String(current) }))
  report(revision)
  return revisions.watch(id, revision, report)
}
