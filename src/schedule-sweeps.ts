import type { Services } from './services.ts'

const HOUR_MS = 3_600_000

/** Orders the hourly sweep. Several processes may order it: the key makes it one job. @returns what stops it */
export function scheduleSweeps({ database, jobs }: Pick<Services, 'database' | 'jobs'>): () => void {
  const order = () =>
    database.transaction((tx) =>
      jobs.queue.enqueue(tx, 'maintenance.sweep', {}, { dedupeKey: 'maintenance.sweep', priority: 10 }),
    )
  // A sweep that could not be ordered is made up for by the next one.
  const timer = setInterval(() => void order().catch(() => undefined), HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
