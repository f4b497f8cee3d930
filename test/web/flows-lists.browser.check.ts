import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import {
  openStage,
  PHONE,
  saveTitles,
  signIn,
  titles,
  until,
  untilListed,
  untilText,
  type Stage,
} from './service-and-browser.fixture.ts'
import { pressLong } from './touch-gestures.fixture.ts'

const NAMES = ['Elm', 'Dill', 'Clover', 'Birch', 'Aster'] as const
/** The order of the list: newest first. */
const SHOWN = NAMES.toReversed()

test('lists in a browser', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, NAMES)
  const page = await signIn(stage)
  await mouse(t, stage, page)
  await moving(t, stage, page)
  await keys(t, stage, page)
  await touch(t, stage)
  await meanwhile(t, stage, page)
  await bulk(t, stage, page)
  await wholeList(t, stage, page)
  assert.deepEqual(stage.complaints, [])
})

const card = (title: string): string => `.card:has(.card-title a:text-is("${title}"))`

async function pressOn(page: Page, title: string, action: string): Promise<void> {
  await page.hover(card(title))
  await page.click(`${card(title)} [data-action-name=${action}]`)
}

async function untilUndone(page: Page, expected: readonly string[]): Promise<void> {
  await page.click('.toast [data-action-name=undo]')
  await untilListed(page, expected)
}

async function mouse(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('a card is archived with the mouse, the numbers change, and it is undone', async () => {
    await page.goto(base)
    await untilListed(page, SHOWN)
    await pressOn(page, 'Birch', 'archive')
    await untilText(page, '.toast p', 'Archived: Birch')
    await untilListed(page, ['Aster', 'Clover', 'Dill', 'Elm'])
    assert.equal(await inFocus(page), 'Clover')
    await untilText(page, '.rail [data-count=unread]', '4')
    await untilText(page, '.rail [data-count=archive]', '1')
    await untilUndone(page, SHOWN)
    await untilText(page, '.rail [data-count=unread]', '5')
  })
  await t.test('a card is starred in place and unstarred', async () => {
    await pressOn(page, 'Clover', 'star')
    await page.waitForSelector(`${card('Clover')} svg.star`)
    assert.deepEqual(await titles(page), SHOWN)
    assert.match(await page.evaluate<string>('document.activeElement.title'), /^Unstar\b/)
    await page.goto(`${base}/starred/list`)
    await pressOn(page, 'Clover', 'star')
    await page.waitForSelector('.empty h2')
    assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Starred')
    await page.goBack()
    await untilListed(page, SHOWN)
    await pressOn(page, 'Clover', 'star')
    await page.waitForSelector(`${card('Clover')} svg.star`)
    await pressOn(page, 'Clover', 'star')
    await untilText(page, '.toast p', /^Unstarred: /)
    assert.equal(await page.locator('.card svg.star').count(), 0)
  })
  await t.test('a card is deleted without confirmation, and restored', async () => {
    await pressOn(page, 'Aster', 'delete')
    await untilText(page, '.toast p', 'Deleted: Aster')
    await untilListed(page, SHOWN.slice(1))
    await untilUndone(page, SHOWN)
  })
  await t.test('tags and the original page are one press away', async () => {
    await pressOn(page, 'Dill', 'tags')
    await page.waitForSelector('#card-tags [name=tags]:focus')
    await page.keyboard.press('Escape')
    await untilListed(page, SHOWN)
    assert.equal(await inFocus(page), 'Dill')
    await pressOn(page, 'Dill', 'original')
    await page.waitForURL(/\/article\/dill$/)
    await page.goto(base)
  })
}

const inFocus = (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement?.closest('.card')?.querySelector('.card-title a').textContent ?? ''")

async function moving(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('the keyboard moves from card to card and stays on them', async () => {
    await page.goto(base)
    const path = ['j', 'j', 'ArrowDown', 'ArrowUp', 'k', 'k', 'k']
    const expected = ['Aster', 'Birch', 'Clover', 'Birch', 'Aster', 'Aster', 'Aster']
    for (const [index, key] of path.entries()) {
      await page.keyboard.press(key)
      assert.equal(await inFocus(page), expected[index], `${index + 1} keys`)
    }
  })
  await t.test('Enter opens the card in focus, and Back leads to the list', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/view\/\d+/)
    await untilText(page, 'main h1', 'Birch')
    await page.goBack()
    await untilListed(page, SHOWN)
  })
}

async function keys(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('every key of a card works, and focus moves to the next card', async () => {
    await page.goto(base)
    for (const key of ['j', 'j']) await page.keyboard.press(key)
    await page.keyboard.press('a')
    await untilListed(page, ['Aster', 'Clover', 'Dill', 'Elm'])
    assert.equal(await inFocus(page), 'Clover')
    await page.keyboard.press('z')
    await untilListed(page, SHOWN)
    for (const key of ['k', 'k', 'f']) await page.keyboard.press(key)
    await page.waitForSelector(`${card('Aster')} svg.star`)
    assert.equal(await inFocus(page), 'Aster')
    await page.keyboard.press('x')
    assert.equal(await page.isChecked(`${card('Aster')} .card-check input`), true)
    await page.keyboard.press('x')
    for (const key of ['#', 'Delete']) {
      await page.keyboard.press(key)
      await untilListed(page, SHOWN.slice(1))
      await page.keyboard.press('z')
      await untilListed(page, SHOWN)
      await page.keyboard.press('k')
      assert.equal(await inFocus(page), 'Aster')
    }
    await page.keyboard.press('t')
    await page.waitForSelector('#card-tags [name=tags]:focus')
    await page.keyboard.press('Escape')
    await page.keyboard.press('o')
    await page.waitForURL(/\/article\/aster$/)
    await page.goto(base)
  })
  await t.test('two keys lead to every list, and others to the fields and to the help', async () => {
    const places = { u: '/unread/list', s: '/starred/list', r: '/archive/list', a: '/all/list' }
    for (const [key, path] of Object.entries({ ...places, t: '/tag/list', c: '/config' })) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.waitForURL(base + path)
      await page.waitForSelector('main h1')
    }
    await page.goto(base)
    const focused = () => page.evaluate<string>("document.activeElement.getAttribute('name') ?? ''")
    for (const [key, field] of [
      ['n', 'entry[url]'],
      ['/', 'q'],
    ] as const) {
      await page.keyboard.press(key)
      assert.equal(await focused(), field)
      await page.evaluate('document.activeElement.blur()')
    }
    await page.keyboard.press('?')
    await page.waitForSelector('dialog[open] [data-keys]:not([hidden]) dt')
    await page.keyboard.press('a')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog.dialog', { state: 'hidden' })
    assert.deepEqual(await titles(page), SHOWN)
  })
}

/** @returns the names of the visible actions of a card that can be tapped */
const shownActions = (page: Page, title: string): Promise<string[]> =>
  page.locator(`${card(title)} .actions [data-action-name]`).evaluateAll((list) => {
    const shown = list.filter((one) => getComputedStyle(one).pointerEvents !== 'none')
    return shown.map((one) => one.getAttribute('data-action-name') ?? '')
  })

async function touch(t: TestContext, stage: Stage): Promise<void> {
  await t.test('a finger reaches every action of a card', async () => {
    const page = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    const button = (title: string, action: string) => `${card(title)} [data-action-name=${action}]`
    assert.deepEqual(await shownActions(page, 'Elm'), [])
    await pressLong(page, card('Elm'))
    const size = (await page.locator(button('Elm', 'archive')).boundingBox())!
    assert.ok(size.width >= 44 && size.height >= 44, JSON.stringify(size))
    await page.tap(button('Elm', 'archive'))
    await untilListed(page, SHOWN.slice(0, -1))
    assert.equal(await inFocus(page), 'Dill')
    assert.equal(await page.locator(':focus-visible').count(), 0)
    const [toast, bar] = await Promise.all([
      page.locator('.toast').boundingBox(),
      page.locator('.lists-nav').boundingBox(),
    ])
    assert.ok(toast!.y + toast!.height <= bar!.y, 'the message lies over the bar')
    await page.tap('.toast [data-action-name=undo]')
    await untilListed(page, SHOWN)
    await pressLong(page, card('Dill'))
    await page.tap(button('Dill', 'star'))
    await page.waitForSelector(`${card('Dill')} svg.star`)
    assert.deepEqual(await shownActions(page, 'Dill'), [])
    await pressLong(page, card('Dill'))
    await page.tap(`${card('Dill')} .card-check`)
    await page.waitForSelector('.bulk[data-open]')
    await page.tap('.bulk-more > summary')
    await page.tap('.bulk [value=unstar]')
    await untilText(page, '.toast p', 'Unstarred: Dill')
    await until('nothing is selected', async () => (await page.locator('.bulk[data-open]').count()) === 0)
    await pressLong(page, card('Birch'))
    await until('all actions', async () => (await shownActions(page, 'Birch')).length === 6)
    assert.match(page.url(), /^[^/]+\/\/[^/]+\/(?:unread\/list)?$/)
    await page.tap(button('Birch', 'delete'))
    await untilListed(page, ['Aster', 'Clover', 'Dill', 'Elm'])
    await page.tap('.toast [data-action-name=undo]')
    await untilListed(page, SHOWN)
    await page.context().close()
  })
}

const isList = ({ pathname }: URL): boolean => pathname === '/'

/** A list that reloads must not undo a change made to a card during the request. */
async function meanwhile(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('a card that is removed while the list reloads does not return', async () => {
    await page.goto(base)
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      isList,
      async (route) => {
        const response = await route.fetch()
        asked.resolve()
        await held.promise
        await route.fulfill({ response }).catch(() => undefined)
      },
      { times: 1 },
    )
    await page.click(`${card('Dill')} .card-check`)
    await page.click('.bulk-more > summary')
    await page.click('.bulk [value=unstar]')
    await asked.promise
    await pressOn(page, 'Birch', 'delete')
    await untilListed(page, ['Aster', 'Clover', 'Dill', 'Elm'])
    const rendered = page.evaluate(
      "new Promise((done) => addEventListener('turbo:render', () => done(true), { once: true }))",
    )
    held.resolve()
    await rendered
    await untilListed(page, ['Aster', 'Clover', 'Dill', 'Elm'])
    await untilUndone(page, SHOWN)
    await page.unroute(isList)
  })
}

async function bulk(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('several cards are archived at once and restored, and no box stays ticked', async () => {
    await page.goto(base)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await untilText(page, '.bulk [aria-live]', '2 selected')
    await page.click('.bulk [value=archive]')
    await untilListed(page, SHOWN.slice(2))
    await untilText(page, '.toast p', 'Archived: 2 entries')
    assert.equal(await page.locator('.card-check :checked').count(), 0)
    assert.equal(await page.locator('.bulk[data-open]').count(), 0)
    await untilUndone(page, SHOWN)
  })
  await t.test('a row of boxes is ticked with Shift, and tags are given to all of them', async () => {
    await page.hover(card('Aster'))
    await page.click(`${card('Aster')} .card-check`)
    await page.click(`${card('Clover')} .card-check`, { modifiers: ['Shift'] })
    await untilText(page, '.bulk [aria-live]', '3 selected')
    await page.click('.bulk-tags > summary')
    await page.fill('.bulk [name=tags]', 'garden, to read')
    await page.click('.bulk .button[value=tag]')
    await untilText(page, '.toast p', '3 entries tagged')
    await until('tags on three cards', async () => (await page.locator('.tags:has-text("garden")').count()) === 3)
  })
  await t.test('after tags were added to several cards by keyboard, the last of them has the focus', async () => {
    await page.goto(base)
    await page.focus(`${card('Clover')} .card-title a`)
    for (const key of ['x', 'j', 'x', 't']) await page.keyboard.press(key)
    await page.keyboard.type('meadow')
    await page.keyboard.press('Enter')
    await untilText(page, '.toast p', '2 entries tagged')
    assert.equal(await page.evaluate(`document.activeElement.textContent.trim()`), 'Dill')
  })
}

async function wholeList(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test(
    'the bar shows the current number of entries of the list, also while only a part is ticked',
    async () => {
      await page.goto(base)
      await pressOn(page, 'Aster', 'archive')
      await untilText(page, '.list-count', '4 entries')
      await page.keyboard.press('x')
      await untilText(page, '#bulk-whole', 'All 4 in the list')
      await untilText(page, '.bulk [aria-live]', '1 selected')
      await page.check('.bulk [name=scope]')
      await untilText(page, '.bulk [aria-live]', '4 entries')
      await page.uncheck('.bulk [name=scope]')
      await untilText(page, '.bulk [aria-live]', '1 selected')
      await page.keyboard.press('z')
      await untilText(page, '#bulk-whole', 'All 5 in the list')
    },
  )
  await t.test('a whole filtered list is archived and restored', async () => {
    await page.goto(`${base}/unread/list?tag=garden`)
    await untilListed(page, SHOWN.slice(0, 3))
    await page.hover(card('Aster'))
    await page.click(`${card('Aster')} .card-check`)
    await page.check('.bulk [name=scope]')
    await page.click('.bulk [value=archive]')
    await untilText(page, '.toast p', '3 entries archived')
    await untilListed(page, [])
    await page.keyboard.press('z')
    await untilListed(page, SHOWN.slice(0, 3))
    await page.hover(card('Aster'))
    await page.click(`${card('Aster')} .card-check`)
    await page.check('.bulk [name=scope]')
    await page.click('.bulk [value=archive]')
    await untilListed(page, [])
    await until('the list is empty', async () => {
      await page.goto(base)
      return (await titles(page)).join() === SHOWN.slice(3).join()
    })
  })
}
