import type { Page } from 'playwright-core'

/** Changes a field of the settings for reading, and waits until the server has saved it. */
export async function saveOnChange(page: Page, change: () => Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse((response) => {
    const request = response.request()
    return request.method() === 'POST' && new URL(request.url()).pathname === '/config/reading'
  })
  await Promise.all([saved, change()])
}
