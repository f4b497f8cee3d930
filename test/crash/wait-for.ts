/** Time limit, and interval between two checks, in milliseconds. */
const TIMEOUT_MS = 60_000
const RETRY_MS = 20

/** Checks repeatedly until the condition is true. @throws Error after the time limit */
export async function waitFor(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now()
  while (!(await isSo())) {
    if (performance.now() - since > TIMEOUT_MS) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
