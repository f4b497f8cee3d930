/** Exit code if a second signal or the time limit ends the process. */
const FORCED_EXIT = 1

/** Maximum duration of a shutdown in milliseconds. Then the process exits, even if work is still running. */
const MAX_STOP_MS = 9500

/**
 * Waits for SIGTERM or SIGINT. A second signal ends the process immediately. No data is lost then, because everything
 * that was confirmed to a client is already on disk.
 * @returns the name of the signal
 */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isFirst = true
    const stop = (signal: NodeJS.Signals) => {
      if (!isFirst) process.exit(FORCED_EXIT)
      isFirst = false
      setTimeout(() => process.exit(process.exitCode ?? FORCED_EXIT), MAX_STOP_MS).unref()
      resolve(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}
