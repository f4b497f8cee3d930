import type { ActivityRecorder } from './activity-recorder.ts'
import { repeat } from '../jobs/repeat.ts'
import { endsWithin } from '../kernel/sleep.ts'

/** Milliseconds between two samples of a process: 288 rows a day. */
const SAMPLE_MS = 5 * 60_000
/** Milliseconds that the last sample may delay a shutdown. */
const LAST_SAMPLE_MS = 1000

/**
 * Stores what a process counts, until the returned function is called. Failed samples are added to the next one.
 * @returns a function that stores the last sample
 */
export function recordActivity(activity: ActivityRecorder): () => Promise<void> {
  const record = () => activity.record().catch(() => undefined)
  const stop = repeat(SAMPLE_MS, record)
  return async () => {
    stop()
    await endsWithin(record(), LAST_SAMPLE_MS)
  }
}
