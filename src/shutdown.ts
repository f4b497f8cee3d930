/** Exit code when a second signal or the time limit interrupted the work. */
const IMPATIENT = 1

/** The process exits after this time, whatever is still running, in milliseconds. */
const LONGEST_STOP_MS = 9500

/**
 * Waits for SIGTERM or SIGINT. A second signal ends the process at once: all acknowledged data is on disk already.
 * @returns the name of the signal
 */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isFirst = true
    const stop = (signal: NodeJS.Signals) => {
      if (!isFirst) process.exit(IMPATIENT)
      isFirst = false
      setTimeout(() => process.exit(process.exitCode ?? IMPATIENT), LONGEST_STOP_MS).unref()
      resolve(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}
