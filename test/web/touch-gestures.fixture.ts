import type { Locator, Page } from 'playwright-core'
import { until } from './service-and-browser.fixture.ts'

/** A point in the window, in pixels. */
interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Presses and holds a point until the browser selects the word there. Chromium recognises this gesture only with
 * touches that it emulates from a mouse.
 */
export async function pressUntilSelected(page: Page, { x, y }: Point): Promise<void> {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  const send = (type: 'mousePressed' | 'mouseReleased') =>
    session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  await session.send('Emulation.setEmitTouchEventsForMouse', { enabled: true, configuration: 'mobile' })
  // Chromium never acknowledges a touch that becomes a gesture.
  void send('mousePressed').catch(() => undefined)
  await until('a word is selected', () => page.evaluate<boolean>('getSelection().toString() !== ""'))
  void send('mouseReleased').catch(() => undefined)
  await session.send('Emulation.setEmitTouchEventsForMouse', { enabled: false })
}

/** Drags an element to a point with a finger. */
export async function dragByFinger(page: Page, what: Locator, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const box = (await what.boundingBox())!
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [from])
  for (let step = 1; step <= 6; step++) {
    await send('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 }])
  }
  await send('touchEnd', [])
  await session.detach()
}

/** Presses and holds a finger on a card until its actions are shown. */
export async function pressLong(page: Page, card: string): Promise<void> {
  const box = (await page.locator(`${card} article`).boundingBox())!
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + 60, y: box.y + box.height - 10 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForSelector(`${card}[data-all]`)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
