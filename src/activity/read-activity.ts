import { longStatements, type ReadLong } from '../db/long-reads.ts'
import type { Database } from '../db/database.ts'
import { listSamples, type ActivitySample } from './activity-sample.repository.ts'
import { addCounts, percentile } from './latency-classes.ts'

/** What happened in an hour. */
export interface HourActivity {
  /** start of the hour */
  readonly startsAt: Date
  /** number of entries that were saved then and still exist */
  readonly saves: number
  /** number of entries whose last fetch failed then */
  readonly failedPages: number
  /** absent if no process took samples in this hour */
  readonly samples?: {
    /** number of answers with an error of the server */
    readonly serverErrors: number
    /** largest number of due jobs in a sample */
    readonly dueJobs: number
    readonly oldestDueSeconds: number
  }
  /** duration of requests that read, in milliseconds; absent without any */
  readonly latency?: { readonly median: number; readonly p95: number }
}

const HOURS = 24
const HOUR_MS = 3_600_000

/** Counts by hour. The user comes first, because every index of saved entries starts with it. */
const SAVES = `
select substr(entry.created_at, 1, 13) as hour, count(*) as number
from users join entry on entry.user_id = users.id and entry.created_at >= $1 group by 1`

const FAILED_PAGES = `
select substr(fetch_failed_at, 1, 13) as hour, count(*) as number
from entry where fetch_failed_at is not null and fetch_failed_at >= $1 group by 1`

interface ActivitySource {
  readonly database: Database
  readonly readLong: ReadLong
}

/** @returns the last 24 hours in UTC, oldest first. The last one is that of `now`, and has not ended. */
export async function readActivity(
  { database, readLong }: ActivitySource,
  now: Date,
): Promise<readonly HourActivity[]> {
  const first = (Math.floor(now.getTime() / HOUR_MS) - HOURS + 1) * HOUR_MS
  const since = new Date(first).toISOString()
  const counted = async (sql: string) => {
    const rows = await longStatements(readLong).prepare<{ hour: string; number: number | string }>(sql).all(since)
    return new Map(rows.map(({ hour, number }) => [hour, Number(number)]))
  }
  const [saves, failed, samples] = await Promise.all([
    counted(SAVES),
    counted(FAILED_PAGES),
    database.read((db) => listSamples(db, since)),
  ])
  const samplesOf = Map.groupBy(samples, ({ startedAt }) => startedAt.slice(0, 13))
  return Array.from({ length: HOURS }, (_, index) => {
    const startsAt = new Date(first + index * HOUR_MS)
    const hour = startsAt.toISOString().slice(0, 13)
    const numbers = { saves: saves.get(hour) ?? 0, failedPages: failed.get(hour) ?? 0 }
    return { startsAt, ...numbers, ...summaryOf(samplesOf.get(hour) ?? []) }
  })
}

/** All processes see the same queue, so its values are not added. */
function summaryOf(samples: readonly ActivitySample[]): Pick<HourActivity, 'samples' | 'latency'> {
  if (samples.length === 0) return {}
  const counts = addCounts(samples.map(({ latencies }) => latencies))
  const [median, p95] = [percentile(counts, 0.5), percentile(counts, 0.95)]
  return {
    samples: {
      serverErrors: samples.reduce((sum, one) => sum + one.serverErrors, 0),
      dueJobs: Math.max(...samples.map(({ dueJobs }) => dueJobs)),
      oldestDueSeconds: Math.max(...samples.map(({ oldestDueMs }) => oldestDueMs)) / 1000,
    },
    ...(median !== undefined && p95 !== undefined && { latency: { median, p95 } }),
  }
}
