import type { NotedEvent } from './security-event.ts'

/** Kinds of attempts that are remembered at once; what comes beyond stands in the log alone. */
const MOST = 500

/** Refusals that wait to be stored together, alike ones counted. */
export interface GatheredEvents {
  add(event: NotedEvent): void
  /** @returns all that were added since the last call, in order of the first of each */
  take(): readonly NotedEvent[]
}

/** @returns a place for events of whoever guesses, bounded however many come */
export function gatheredEvents(): GatheredEvents {
  let waiting = new Map<string, NotedEvent>()
  return {
    add: (event) => {
      const key = JSON.stringify([event.userId, event.kind, event.clientId, event.address])
      const known = waiting.get(key)
      if (!known && waiting.size >= MOST) return
      waiting.set(key, { ...event, times: (known?.times ?? 0) + event.times })
    },
    take: () => {
      const taken = [...waiting.values()]
      waiting = new Map()
      return taken
    },
  }
}
