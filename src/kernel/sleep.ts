/** Waits for `ms` milliseconds, or until `signal` is aborted. Never rejects. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })
}

/** @returns true if `work` ended within `ms` milliseconds, with success or with an error */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const settled = work.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([settled, sleep(ms, timer.signal).then(() => false)])
  } finally {
    timer.abort()
  }
}
