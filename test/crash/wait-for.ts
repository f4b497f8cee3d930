/** Longest that a test waits for something, and how often it looks, in milliseconds. */
const PATIENCE_MS = 15_000
const LOOK_AGAIN_MS = 20

/** Resolves as soon as the condition holds. @throws when it does not in time */
export async function waitFor(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now()
  while (!(await isSo())) {
    if (performance.now() - since > PATIENCE_MS) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}
