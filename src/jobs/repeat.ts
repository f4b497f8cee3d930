/**
 * Runs a function at an interval. Omits a run while the previous one has not ended, so that runs do not pile up while
 * the database does not respond.
 * @param intervalMs milliseconds between the starts of two runs
 * @param run must not reject
 * @returns a function that ends the repetition
 */
export function repeat(intervalMs: number, run: () => Promise<void>): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void run().finally(() => {
      isRunning = false
    })
  }, intervalMs)
  return () => clearInterval(timer)
}
