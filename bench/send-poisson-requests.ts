import type { Pool } from 'undici'

export interface Arrival {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface ArrivalOptions {
  readonly pool: Pool
  /** mean number of requests per second */
  readonly rate: number
  readonly seconds: number
  readonly next: () => Arrival
  /** status codes that count as success */
  readonly statuses: readonly number[]
}

/**
 * Sends requests like independent users: at random times (a Poisson process) and without waiting for earlier responses.
 * If the server cannot keep up, the measured durations grow.
 *
 * @returns for each request, the milliseconds from the moment at which it was due to the end of its response
 * @throws Error if a response is missing or has another status
 */
export async function sendPoissonRequests({ pool, rate, seconds, next, statuses }: ArrivalOptions): Promise<number[]> {
  const took: number[] = []
  const pending: Promise<void>[] = []
  const end = performance.now() + seconds * 1000
  let due = performance.now()
  while (due < end) {
    const ahead = due - performance.now()
    if (ahead > 1) await new Promise((resolve) => setTimeout(resolve, ahead))
    pending.push(sendOne(pool, next(), { due, statuses, took }))
    due += (-Math.log(1 - Math.random()) * 1000) / rate
  }
  await Promise.all(pending)
  return took
}

interface Sent {
  readonly due: number
  readonly statuses: readonly number[]
  readonly took: number[]
}

async function sendOne(pool: Pool, arrival: Arrival, { due, statuses, took }: Sent): Promise<void> {
  const { statusCode, body } = await pool.request(arrival)
  await body.dump({ limit: 10_000_000 })
  if (!statuses.includes(statusCode)) throw new Error(`${arrival.method} ${arrival.path} answered ${statusCode}`)
  took.push(performance.now() - due)
}
