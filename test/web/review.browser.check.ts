import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { look } from './axe.fixture.ts'
import { nextFrame } from './hold-changes.fixture.ts'
import { cutNetwork, metaOf, restoreNetwork, untilKept } from './offline-store.fixture.ts'
import { openStage, PHONE, signIn, until, untilText, untilWatched, type Stage } from './service-and-browser.fixture.ts'

const QUOTES = ['Aster', 'Birch', 'Clover', 'Dill'] as const

/** Opens the review of an account with four highlights, a day after they were made. */
async function openReview(stage: Stage, options?: Parameters<typeof signIn>[1]): Promise<Page> {
  const { app, base } = stage
  const { alice } = app
  const { id } = await app.save(alice, `${base}/plants`, { title: 'Plants', content: `<p>${QUOTES.join(' ')}</p>` })
  for (const quote of QUOTES) {
    await app.ask(alice, { method: 'POST', url: `/api/annotations/${id}`, payload: { text: '', quote, ranges: [] } })
  }
  app.clock.advance(86_400)
  const page = await signIn(stage, options)
  await page.goto(`${base}/review`)
  await untilLoaded(page, 'review_controller')
  return page
}

/** Waits until the page has loaded and run a script. */
async function untilLoaded(page: Page, script: string): Promise<void> {
  await until(script, () =>
    page.evaluate<boolean>(
      `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/${script}.js'))`,
    ),
  )
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

const shown = (page: Page): Promise<string[]> => page.locator('.review-card:visible blockquote strong').allInnerTexts()
const place = (page: Page): Promise<string> => page.innerText('.review .page-head .meta')

/** Holds all changes back. @returns a function that sends them */
async function holdChanges(page: Page) {
  const held: Route[] = []
  await page.route('**/review/*', async (route) => {
    if (route.request().method() === 'POST') held.push(route)
    else await route.continue()
  })
  return async () => {
    await until('a change', async () => held.length > 0)
    for (const route of held.splice(0)) await route.continue()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

test('the review by keyboard: the next highlight is shown before the server has answered, and undoing brings it back', async (t) => {
  const stage = await openStage(t)
  const page = await openReview(stage)
  const [first] = await shown(page)
  assert.equal(await place(page), '1 of 4')
  const release = await holdChanges(page)
  await page.keyboard.press('k')
  const [second] = await shown(page)
  assert.notEqual(second, first)
  assert.equal(await place(page), '2 of 4')
  assert.equal(await page.evaluate('document.activeElement.ariaLabel'), '2 of 4')
  await release()
  await untilText(page, '.toast p', /^Back on /)
  await page.keyboard.press('z')
  assert.deepEqual(await shown(page), [first])
  await untilText(page, '.toast p', /^Undone: /)
  await page.reload()
  assert.deepEqual(await shown(page), [first])
  await untilLoaded(page, 'review_controller')
  for (const key of ['l', 'x', 'k', 'k']) await page.keyboard.press(key)
  await untilText(page, '.review-end h2', 'That’s all for today')
  await untilText(page, '.toast p', /^Back on /)
  await page.reload()
  assert.equal(await page.innerText('.review-end h2'), 'That’s all for today')
})

test('decisions that the server answers late are undone in their order', async (t) => {
  const stage = await openStage(t)
  const page = await openReview(stage)
  const held: Route[] = []
  const sent: string[] = []
  await page.route('**/review/*', (route) => {
    sent.push(route.request().postDataJSON()?.decision ?? '')
    if (held.length === 0) return void held.push(route)
    return route.continue()
  })
  await page.keyboard.press('l')
  const [second] = await shown(page)
  await page.keyboard.press('x')
  await until('the first one is held', async () => held.length === 1)
  await nextFrame(page)
  assert.deepEqual(sent, ['later'], 'the second waits for the first')
  await held[0]!.continue()
  await untilText(page, '.toast p', /^No longer in your review/)
  assert.deepEqual(sent, ['later', 'forget'])
  await page.click('.toast button')
  await until('the second one is back', async () => (await shown(page))[0] === second)
})

test('a decision that does not reach the server is taken back, and the review stays', async (t) => {
  const stage = await openStage(t)
  const page = await openReview(stage)
  const before = await shown(page)
  await cutNetwork(stage, page)
  await page.keyboard.press('x')
  await untilText(page, '.toast p', /^The server couldn’t be reached\./)
  assert.deepEqual(await shown(page), before)
  assert.equal(await place(page), '1 of 4')
  await restoreNetwork(stage, page)
  assert.equal(await page.innerText('h1'), 'Daily review')
  await page.keyboard.press('x')
  await untilText(page, '.toast p', /^No longer/)
  assert.equal(await place(page), '2 of 4')
})

test('the review works without a network from the start, and its decisions are sent later', async (t) => {
  const stage = await openStage(t)
  const { base } = stage
  const page = await openReview(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 1)
  await until('the review is stored', async () => (await metaOf(page, 'review')) !== undefined)
  const order: string[] = []
  await page.goto(base)
  await cutNetwork(stage, page)
  await page.goto(`${base}/review/left`)
  assert.equal(await page.innerText('h1'), 'You’re offline', 'only the server has this list')
  const lead = (await page.locator('.lead').boundingBox())!
  const button = (await page.locator('main .button').boundingBox())!
  assert.ok(button.y - (lead.y + lead.height) >= 12, 'the button keeps a distance from the text')
  await page.goto(`${base}/review`)
  assert.equal(await place(page), '1 of 4')
  await untilLoaded(page, 'review_controller')
  order.push(...(await shown(page)))
  await page.keyboard.press('k')
  await untilText(page, '.toast p', /^Back on /)
  order.push(...(await shown(page)))
  await page.keyboard.press('x')
  await untilText(page, '.toast p', /^No longer in your review/)
  await page.keyboard.press('z')
  await until('the undone one is back', async () => (await shown(page))[0] === order[1])
  await page.goto(`${base}/review`)
  assert.equal(await place(page), '2 of 4')
  assert.deepEqual(await shown(page), [order[1]])
  await untilLoaded(page, 'review_controller')
  await page.keyboard.press('x')
  await untilText(page, '.toast p', /^No longer in your review/)
  await untilText(page, '#offline-state', /2 pending changes/)
  await restoreNetwork(stage, page)
  await page.goto(`${base}/review`)
  await until('both decisions are stored', async () => {
    const rows = await stage.app.database
      .prepare<{ quote: string }>('select quote from annotation where reviewed_on is not null')
      .all()
    return (
      rows
        .map(({ quote }) => quote)
        .toSorted()
        .join() === order.toSorted().join()
    )
  })
  assert.equal(await page.innerText('h1'), 'Daily review')
})

test('the note is edited in place, by keyboard', async (t) => {
  const stage = await openStage(t)
  const page = await openReview(stage)
  const before = await shown(page)
  await page.keyboard.press('m')
  await page.keyboard.type('keep the k and the x')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await untilText(page, '.review-card:not([hidden]) .review-note', 'keep the k and the x')
  await page.keyboard.press('m')
  await page.keyboard.press('Control+End')
  await page.keyboard.type(', too')
  await page.keyboard.press('Control+Enter')
  await untilText(page, '.review-card:not([hidden]) .review-note', 'keep the k and the x, too')
  assert.equal(await page.evaluate('document.activeElement.dataset.actionName'), 'review-note', 'the focus stays')
  assert.deepEqual(await shown(page), before)
})

const openNote = (page: Page): Promise<void> => page.click('summary[data-action-name=review-note]:visible')

test('axe finds no problem on the page, with the note open and closed', async (t) => {
  const stage = await openStage(t)
  const page = await openReview(stage)
  await look(t, stage, page, { name: 'a highlight', path: '/review', isEveryTheme: true })
  await look(t, stage, page, { name: 'a highlight with its note open', path: '/review', act: openNote })
})

test('on a phone, a swipe towards the end keeps a highlight, and one towards the start puts it off', async (t) => {
  const stage = await openStage(t)
  const page = await openReview(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
  const days: string[] = []
  for (const [index, dx] of [160, -160].entries()) {
    await swipe(page, dx)
    await until('the next highlight', async () => (await place(page)) === `${index + 2} of 4`)
    await until('the message', async () => (await page.locator('.toast p').innerText()) !== days.at(-1))
    days.push(await page.locator('.toast p').innerText())
  }
  const fits = async () => (await page.locator('.toast').boundingBox())!.y > 600
  assert.ok(await fits(), 'the message is at the bottom')
  await openNote(page)
  assert.ok(!(await fits()), 'the message leaves the button that saves the note free')
  const [kept, later] = days.map((text) => Date.parse(text.replace('Back on ', '')))
  assert.equal(kept! - later!, 86_400_000)
})

/** Swipes over the visible highlight with real touch events. */
async function swipe(page: Page, dx: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const box = (await page.locator('.review-card:visible').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + 20]
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [{ x, y }])
  await untilLoaded(page, 'show-swipe')
  for (let step = 1; step <= 8; step++) await send('touchMove', [{ x: x + (dx * step) / 8, y }])
  await send('touchEnd', [])
  await session.detach()
}
