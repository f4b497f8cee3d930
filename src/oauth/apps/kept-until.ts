/** Time in milliseconds for which an app is kept after a user has connected it. */
const KEPT_MS = 90 * 86_400_000

/** @returns the time until which an app is kept that a user connects now, even if all users disconnect it again */
export function keptUntil(now: Date): string {
  return new Date(now.getTime() + KEPT_MS).toISOString()
}
