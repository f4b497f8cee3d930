import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { insertSample } from './activity-sample.repository.ts'
import { addCounts, latencyClass, type LatencyCounts } from './latency-classes.ts'

/** Counts what a process does, for the picture of the last day (docs/administration.md#the-last-day). */
export interface ActivityRecorder {
  /** Counts an answer to a request that reads. */
  readAnswered(ms: number): void
  /** Counts an answer that reports an error of the server. */
  errorAnswered(): void
  /** Stores what was counted since the last call, and the present state of the queue. Keeps the counts if that fails. */
  record(): Promise<void>
}

/** @returns a recorder that has counted nothing */
export function activityRecorder(database: Database, clock: Clock): ActivityRecorder {
  let startedAt = clock.now()
  let latencies: Record<string, number> = {}
  let serverErrors = 0
  const take = () => {
    const taken = { startedAt: startedAt.toISOString(), latencies: latencies as LatencyCounts, serverErrors }
    ;[startedAt, latencies, serverErrors] = [clock.now(), {}, 0]
    return taken
  }
  return {
    readAnswered: (ms) => {
      const name = latencyClass(ms)
      latencies[name] = (latencies[name] ?? 0) + 1
    },
    errorAnswered: () => {
      serverErrors += 1
    },
    record: async () => {
      const taken = take()
      try {
        await insertSample(database, taken)
      } catch (error) {
        startedAt = new Date(taken.startedAt)
        latencies = { ...addCounts([taken.latencies, latencies]) }
        serverErrors += taken.serverErrors
        throw error
      }
    },
  }
}
