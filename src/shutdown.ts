/** Exit code when a second signal, or the time, did not let the work finish. */
const IMPATIENT = 1

/** After this the process ends, whatever it still waits for, in milliseconds. */
const LONGEST_STOP_MS = 9500

/**
 * Waits for SIGTERM or SIGINT. A second one ends the process at once: everything acknowledged is on the disk already.
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
