import autocannon from 'autocannon'

export interface LoadOptions {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly connections: number
  readonly seconds: number
  /** status that every response must have. Otherwise, quick refusals would count as success. */
  readonly status: number
}

export interface LoadResult {
  readonly perSecond: number
  /** median latency in milliseconds */
  readonly p50: number
}

/**
 * Sends as many requests as possible over a number of connections for a number of seconds.
 * @throws Error if a response does not have the expected status
 */
export async function sendRequests(options: LoadOptions): Promise<LoadResult> {
  const { url, method = 'GET', connections, seconds, status } = options
  const result = await autocannon({
    url,
    method,
    connections,
    duration: seconds,
    ...(options.headers && { headers: options.headers }),
    ...(options.body !== undefined && { body: options.body }),
  })
  const counts = Object.entries(result.statusCodeStats ?? {})
  const others = counts.filter(([code]) => Number(code) !== status)
  if (others.length > 0 || result.errors > 0 || result.requests.total === 0) {
    throw new Error(`${url} answered ${JSON.stringify(result.statusCodeStats)} with ${result.errors} errors`)
  }
  const micros = (result.duration * connections * 1000) / Math.max(1, result.requests.total)
  return { perSecond: result.requests.total / result.duration, p50: result.latency.p50 || micros }
}
