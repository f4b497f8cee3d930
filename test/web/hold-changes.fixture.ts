import type { Page, Route } from 'playwright-core'

/** Holds all changes back. @returns the held requests, and a function that lets them go on */
export async function holdChanges(page: Page) {
  const held: Route[] = []
  let isOpen = false
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST' || isOpen) return route.continue()
    held.push(route)
  })
  return {
    held,
    release: async () => {
      isOpen = true
      for (const route of held) await route.continue()
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}

/** Waits for two frames, so that a change made by a key is painted. */
export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
