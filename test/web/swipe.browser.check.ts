import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page, Route } from 'playwright-core'
import {
  openStage,
  PHONE,
  saveTitles,
  signIn,
  titles,
  until,
  untilListed,
  untilText,
} from './service-and-browser.fixture.ts'
import { pressLong } from './touch-gestures.fixture.ts'

const SHOWN = ['Aster', 'Birch', 'Clover', 'Dill', 'Elm'] as const
const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true } as const

const card = (title: string): string => `.card:has(.card-title a:text-is("${title}"))`

interface Path {
  /** x coordinate of the start in the window, in pixels; by default the middle of the card */
  readonly from?: number
  /** horizontal distance in pixels */
  readonly dx: number
  readonly dy?: number
  /** called before the finger is lifted, to check the state during the swipe */
  readonly held?: () => Promise<unknown>
}

/** Swipes over a card with real touch events. */
async function swipe(page: Page, title: string, { from, dx, dy = 0, held }: Path): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const box = (await page.locator(card(title)).boundingBox())!
  const [x, y] = [from ?? box.x + box.width / 2, box.y + 30]
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await send('touchStart', [{ x, y }])
  for (let step = 1; step <= 8; step++) await send('touchMove', [{ x: x + (dx * step) / 8, y: y + (dy * step) / 8 }])
  try {
    // Waits for the next frame, in which the page handles the moves. The pause also ends the movement of the finger, so
    // the page does not scroll on after the finger is lifted.
    await new Promise((resolve) => setTimeout(resolve, 120))
    await held?.()
  } finally {
    await send('touchEnd', [])
    await session.detach()
  }
}

const atRest = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("document.querySelector('[data-swipe], .swipe-panel, .card[style*=swipe]') === null")

test('cards under a finger', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, SHOWN.toReversed())
  const page = await signIn(stage, { ...TOUCH, reducedMotion: 'no-preference' })
  await t.test('a swipe changes nothing before its effect is visible', async () => {
    const [held, sent]: [Route[], string[]] = [[], []]
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.route('**/show-swipe.js', (route) => void held.push(route))
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    await swipe(page, 'Birch', { dx: -200 })
    await until('the script for swipes is asked for', async () => held.length > 0)
    const arrived = page.waitForResponse(/show-swipe\.js$/)
    for (const route of held) await route.continue()
    await arrived
    await page.unroute('**/show-swipe.js')
    assert.deepEqual(sent, [])
  })
  const shift = (): Promise<number> =>
    page.evaluate<number>("new DOMMatrix(getComputedStyle(document.querySelector('[data-swipe] article')).transform).e")

  await t.test('a swipe towards the start archives, with the action visible, and is undone', async () => {
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    const panel = page.locator(`${card('Birch')} .swipe-panel`)
    await swipe(page, 'Birch', { dx: -100, held: async () => assert.equal(await shift(), -100) })
    await until('it springs back', () => atRest(page))
    assert.deepEqual(await titles(page), SHOWN)
    await swipe(page, 'Birch', {
      dx: -200,
      held: async () => {
        assert.equal((await panel.innerText()).trim(), 'Archive')
        const mask = await panel.locator('.swipe-icon').evaluate((drawing) => getComputedStyle(drawing).maskImage)
        assert.ok(mask.startsWith('url("data:image/svg+xml,'), mask)
        assert.equal(await page.locator(`${card('Birch')}[data-swipe-far]`).count(), 1)
      },
    })
    await untilListed(page, ['Aster', 'Clover', 'Dill', 'Elm'])
    await untilText(page, '.toast p', /^Archived: /)
    await page.tap('.toast [data-action-name=undo]')
    await untilListed(page, SHOWN)
    await until('the card is at rest', () => atRest(page))
  })

  await t.test('a swipe towards the end stars, another takes the star away, and the card stays', async () => {
    await swipe(page, 'Clover', { dx: 180 })
    await page.waitForSelector(`${card('Clover')} svg.star`)
    await untilText(page, '.toast p', /^Starred: /)
    await until('the card is at rest', () => atRest(page))
    await swipe(page, 'Clover', { dx: 180 })
    await page.waitForSelector(`${card('Clover')} svg.star`, { state: 'detached' })
    assert.deepEqual(await titles(page), SHOWN)
  })

  await t.test('ticked boxes, the edges of the window and scrolling leave the cards where they are', async () => {
    const still = async () => assert.ok(await atRest(page))
    await pressLong(page, card('Aster'))
    await page.tap(`${card('Aster')} .card-check`)
    assert.equal(await page.isChecked(`${card('Aster')} .card-check input`), true)
    await swipe(page, 'Dill', { dx: -180, held: still })
    await page.tap(`${card('Aster')} .card-check`)
    await swipe(page, 'Dill', { from: 380, dx: -250, held: still })
    await swipe(page, 'Dill', { dx: -90, dy: -130, held: still })
    assert.deepEqual(await titles(page), SHOWN)
    assert.equal(new URL(page.url()).pathname, '/')
  })

  await t.test('a card that is replaced under the finger still follows it, and shows its actions', async () => {
    const replaced = () =>
      page.evaluate(`{
        const old = document.querySelector('.card:first-child')
        const fresh = old.cloneNode(true)
        for (const name of ['data-swipe', 'data-swipe-far', 'data-all', 'style']) fresh.removeAttribute(name)
        fresh.querySelector('.swipe-panel')?.remove()
        old.replaceWith(fresh)
      }`)
    await swipe(page, 'Aster', { dx: -180, held: replaced })
    await untilListed(page, SHOWN.slice(1))
    await page.tap('.toast [data-action-name=undo]')
    await untilListed(page, SHOWN)
    const box = (await page.locator(`${card('Aster')} .card-meta`).boundingBox())!
    const session = await page.context().newCDPSession(page)
    const touchPoints = [{ x: box.x + 60, y: box.y + 8 }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await replaced()
    await page.waitForSelector(`${card('Aster')}[data-all]`)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await session.detach()
    await page.reload()
  })
  await t.test(
    'in every layout, a long press shows the actions with words and the box, and a touch beside hides them',
    async () => {
      for (const layout of ['rows', 'covers', 'cards']) {
        await page.goto(stage.base)
        await page.click('.list-menu summary')
        await page.click(`.list-menu [name=layout][value=${layout}]`)
        await page.waitForSelector(layout === 'cards' ? '.cards:not(.rows, .covers)' : `.${layout}`)
        const place = await page.locator(card('Clover')).boundingBox()
        await pressLong(page, card('Birch'))
        assert.deepEqual(await page.locator(card('Clover')).boundingBox(), place, 'no card moves')
        const buttons = await page.$$eval('.card[data-all] .actions > *', (all) =>
          all.map((one) => ({
            word: getComputedStyle(one, '::after').content,
            width: one.clientWidth,
            height: one.clientHeight,
          })),
        )
        assert.deepEqual(
          buttons.slice(0, 3).map(({ word }) => word),
          ['"Archive"', '"Star"', '"Delete"'],
          layout,
        )
        for (const one of buttons) assert.ok(one.width > 100 && one.height > 44, JSON.stringify(one))
        await page.tap(`${card('Dill')} .card-title`)
        await page.waitForSelector('.card[data-all]', { state: 'detached' })
        assert.doesNotMatch(page.url(), /view/, 'the touch opens nothing')
        await pressLong(page, card('Birch'))
        await page.tap(`${card('Birch')} .card-check`)
        assert.equal(
          await page.isVisible('.card[data-all] .actions'),
          false,
          'the bar for the selection takes their place',
        )
        await page.tap(card('Dill'))
        await untilText(page, '[data-bulk-target=count]', '2 selected')
      }
      await page.reload()
    },
  )
  await t.test('a swipe that begins on the title opens nothing, and a tap does', async () => {
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    const title = (await page.locator(`${card('Dill')} .card-title a`).boundingBox())!
    await swipe(page, 'Dill', { from: title.x + 30, dx: 90 })
    await until('it springs back', () => atRest(page))
    assert.equal(new URL(page.url()).pathname, '/')
    await page.tap(`${card('Dill')} .card-title a`)
    await page.waitForURL(/\/view\/\d+/)
  })

  await t.test('the message of a swipe does not cover the actions that a long press shows', async () => {
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    await swipe(page, 'Clover', { dx: -200 })
    await page.waitForSelector('.toast')
    await pressLong(page, card('Aster'))
    await page.waitForSelector('.card[data-all] .actions', { state: 'visible' })
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!
    const [toast, actions] = [await boxOf('.toast'), await boxOf('.card[data-all] .actions')]
    assert.ok(toast.y + toast.height <= actions.y, `the message ends at ${toast.y + toast.height}, over ${actions.y}`)
    await page.tap('.toast [data-action-name=undo]')
    await untilListed(page, SHOWN)
  })

  await t.test('where lines run from right to left the sides are mirrored', async () => {
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    await page.evaluate("document.documentElement.dir = 'rtl'")
    await swipe(page, 'Clover', { dx: 200 })
    await untilListed(page, ['Aster', 'Birch', 'Dill', 'Elm'])
    await page.tap('.toast [data-action-name=undo]')
    await untilListed(page, SHOWN)
  })

  await t.test('with reduced motion, only the result is shown', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    await swipe(page, 'Aster', { dx: -200, held: async () => assert.ok(await atRest(page)) })
    await untilListed(page, SHOWN.slice(1))
  })
  assert.deepEqual(stage.complaints, [])
})
