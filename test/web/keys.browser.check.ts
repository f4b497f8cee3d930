import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import {
  openStage,
  saveTitles,
  signIn,
  untilListed,
  untilText,
  until,
  type Stage,
} from './service-and-browser.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

const SHOWN = ['Aster', 'Birch', 'Clover', 'Dill', 'Elm', 'Fern']

for (const delay of DELAYS) {
  test(`keys of lists in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const ids = await saveTitles(stage, SHOWN.toReversed())
    const page = await signIn(stage)
    await ticked(t, stage, page)
    await afterwards(t, stage, page)
    await ranges(t, stage, page)
    await fields(t, stage, page)
    await controls(t, stage, page)
    await row(t, stage, page)
    await returned(t, stage, page)
    await help(t, stage, page, ids[0]!)
    await tooltips(t, page, `${stage.base}/view/${ids[0]}`)
    assert.deepEqual(stage.complaints, [])
  })
}

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Undoes the last action, and waits until the server has done it. */
const undo = async (page: Page) => {
  await press(page, 'z')
  await untilText(page, '.toast p', /^Undone: /)
  await untilListed(page, SHOWN)
}
const checked = (page: Page) => page.locator('.card:has(.card-check :checked) .card-title').allInnerTexts()

async function ticked(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('a, s, t and # apply to the ticked entries, and without any to the one in focus', async () => {
    await page.goto(base)
    await press(page, 'j', 'x', 'j', 'j', 'x', 'j', 'a')
    await untilText(page, '.toast p', 'Archived: 2 entries')
    await untilListed(page, ['Birch', 'Dill', 'Elm', 'Fern'])
    await undo(page)
    await page.goto(base)
    await press(page, 'j', 'x', 'j', 'x', 's')
    await until('two stars', async () => (await page.locator('.card svg.star').count()) === 2)
    await page.goto(base)
    await press(page, 'j', 'x', 'j', 'x', 'f')
    await until('no star', async () => (await page.locator('.card svg.star').count()) === 0)
    await page.goto(base)
    await press(page, 'j', 'x', 'j', 'x', 't')
    assert.equal(await page.evaluate('document.activeElement.id'), 'bulk-tags')
    await page.goto(base)
    await press(page, 'j', 'x', 'j', 'x', 'j', '#')
    await untilListed(page, SHOWN.slice(2))
    await undo(page)
    await page.goto(base)
    await press(page, 'j', 'e')
    await untilListed(page, SHOWN.slice(1))
    await undo(page)
  })
}

async function afterwards(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  const focused = () => page.evaluate<string>(`document.activeElement.closest('.card')?.querySelector('h2').innerText`)
  await t.test('after an action on ticked entries the next one has the focus', async () => {
    await page.goto(base)
    await press(page, 'j', 'j', 'x', 'j', 'x', 'a')
    await untilListed(page, ['Aster', 'Dill', 'Elm', 'Fern'])
    await until('Dill has the focus', async () => (await focused()) === 'Dill')
    await undo(page)
    assert.equal(await focused(), 'Clover', 'the entry that had the focus has it again')
    await page.goto(base)
    await page.locator('.card', { hasText: 'Fern' }).locator('.card-check').click()
    await page.locator('.bulk [value=archive]').click()
    await untilListed(page, SHOWN.slice(0, -1))
    await until('Elm has the focus', async () => (await focused()) === 'Elm')
    await undo(page)
  })
  await t.test('also before the script of the bar is loaded', async () => {
    await page.route(/bulk_controller/, async (route) => {
      await pause(3000)
      await route.continue()
    })
    await page.goto(base)
    await press(page, 'j', 'j', 'x', 'a')
    await untilListed(page, ['Aster', 'Clover', 'Dill', 'Elm', 'Fern'])
    await until('Clover has the focus', async () => (await focused()) === 'Clover')
    await undo(page)
    await page.unrouteAll({ behavior: 'wait' })
  })
  await t.test('no message covers the buttons for ticked entries, even before their script is loaded', async () => {
    const loading = Promise.withResolvers<void>()
    await page.route(/bulk_controller/, async (route) => {
      await loading.promise
      await route.continue()
    })
    await page.goto(base)
    await press(page, 'j', 'a')
    await untilText(page, '.toast p', /^Archived: /)
    await press(page, 'x')
    await assertApart(page)
    loading.resolve()
    await untilText(page, '.bulk [aria-live]', '1 selected')
    await assertApart(page)
    await page.unrouteAll({ behavior: 'wait' })
    await press(page, 'x', 'z')
    await untilListed(page, SHOWN)
  })
}

async function assertApart(page: Page): Promise<void> {
  const [toast, bar] = [(await page.locator('.toast').boundingBox())!, (await page.locator('.bulk').boundingBox())!]
  assert.ok(toast.y + toast.height <= bar.y || bar.y + bar.height <= toast.y, JSON.stringify([toast, bar]))
}

async function ranges(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('Shift and x ticks all cards between two, in both directions, and * ticks all or none', async () => {
    await page.goto(base)
    await press(page, 'j', 'x', 'j', 'j', 'X')
    assert.deepEqual(await checked(page), ['Aster', 'Birch', 'Clover'])
    await page.goto(base)
    await press(page, 'j', 'j', 'j', 'j', 'x', 'k', 'k', 'X')
    assert.deepEqual(await checked(page), ['Birch', 'Clover', 'Dill'])
    await untilText(page, '.bulk [aria-live]', '3 selected')
    await press(page, '*')
    assert.deepEqual(await checked(page), SHOWN)
    await untilText(page, '.bulk [aria-live]', '6 selected')
    await press(page, '*')
    assert.deepEqual(await checked(page), [])
  })
}

async function fields(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test(
    'Escape leaves the fields that n and / have focused, and the next keys are shortcuts again',
    async () => {
      for (const [key, field] of [
        ['n', '#entry_url'],
        ['/', '#rail-search'],
      ] as const) {
        await page.goto(base)
        await press(page, key)
        await page.keyboard.type('jx')
        assert.equal(await page.inputValue(field), 'jx')
        await press(page, 'Escape', 'Escape', 'j', 'x')
        assert.deepEqual(await checked(page), [SHOWN[0]])
      }
    },
  )
}

async function controls(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('a focused radio button uses the arrow keys, and all other keys are shortcuts', async () => {
    await page.goto(`${base}/config/reading`)
    const [first, second] = await page.locator('main [type=radio]').all()
    await first!.focus()
    await press(page, 'ArrowDown')
    assert.ok(await second!.isChecked())
    await press(page, 'g', 'u')
    await page.waitForURL(`${base}/unread/list`)
  })
}

async function row(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('the whole row under the keys is marked, from edge to edge, in every theme', async () => {
    await page.goto(base)
    await press(page, 'j', 'j')
    for (const theme of ['light', 'sepia', 'dark', 'black']) {
      const [row, other] = await page.evaluate<[string, string]>(`(() => {
        document.documentElement.dataset.theme = '${theme}'
        return [2, 3].map((place) => getComputedStyle(document.querySelector('.card:nth-child(' + place + ')')).backgroundColor)
      })()`)
      assert.notEqual(row, other, theme)
    }
    const clip = await page.evaluate<string>(`getComputedStyle(document.querySelector('.card:nth-child(2)')).boxShadow`)
    assert.match(clip, /-20px/)
  })
}

async function help(t: TestContext, { base }: Stage, page: Page, id: number): Promise<void> {
  const listed = async () => {
    await press(page, '?')
    // No page has all sections. Those without a key for it are hidden after the list has come.
    await page.waitForSelector('dialog[open] section[hidden]', { state: 'attached' })
    const texts = await page.locator('dialog[open] [data-keys] dd').filter({ visible: true }).allInnerTexts()
    const titles = await page.locator('dialog[open] section h2').filter({ visible: true }).allInnerTexts()
    await press(page, 'Escape')
    return { texts, titles }
  }
  await t.test('the help says that it is loading', async () => {
    await page.goto(base)
    const held = Promise.withResolvers<void>()
    await page.route('**/help/keys', (route) => held.promise.then(() => route.continue()))
    await press(page, '?')
    await untilText(page, 'dialog[open] #keys', 'Loading…')
    held.resolve()
    await untilText(page, 'dialog[open] #keys', /Next entry/)
    await page.unrouteAll({ behavior: 'wait' })
    await press(page, 'Escape')
  })
  await t.test('the help lists the keys of the page on which it is opened', async () => {
    await page.goto(base)
    const list = await listed()
    assert.deepEqual(list.titles, ['Lists', 'Everywhere'])
    assert.ok(['Archive or mark as unread', 'Extend the selection'].every((text) => list.texts.includes(text)))
    await page.goto(`${base}/view/${id}`)
    const reader = await listed()
    assert.deepEqual(reader.titles, ['Reading', 'Everywhere'])
    assert.ok(reader.texts.includes('Next paragraph') && !reader.texts.includes('Save a page'))
    await page.goto(`${base}/config`)
    const settings = await listed()
    assert.deepEqual(settings.titles, ['Everywhere'])
    assert.ok(settings.texts.includes('Starred') && !settings.texts.includes('Archive or mark as unread'))
  })
  await t.test('Escape and u lead back from a page about an article, too', async () => {
    for (const key of ['Escape', 'u']) {
      await page.goto(`${base}/view/${id}`)
      await press(page, 'i')
      await page.waitForURL(/\/info/)
      await page.waitForSelector('.info-facts')
      await press(page, key)
      await page.waitForSelector('.prose')
    }
  })
}

async function tooltips(t: TestContext, page: Page, address: string): Promise<void> {
  await t.test('the tooltip of a control names its key once, while the pointer is over it', async () => {
    await page.goto(address)
    const title = () => page.getAttribute('#bar-archive', 'title')
    await page.hover('#bar-archive')
    await until('the key', async () => (await title()) === 'Archive (a)')
    await page.hover('#bar-archive svg')
    await page.hover('#bar-archive', { position: { x: 2, y: 2 } })
    assert.equal(await title(), 'Archive (a)')
    await page.hover('h1')
    assert.equal(await title(), 'Archive')
  })
}

async function returned(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  const focused = () =>
    page.evaluate<string>("document.activeElement.closest('.card')?.querySelector('.card-title').innerText ?? ''")
  const back = async () => {
    await press(page, 'u')
    await page.waitForURL((url) => url.pathname === '/')
  }
  await t.test(
    'after reading, the focus is on the card of the article, or on the next one if it has left the list',
    async () => {
      await page.goto(base)
      await press(page, 'j', 'j', 'j')
      const [, , opened, next] = await page.locator('.card-title').allInnerTexts()
      await press(page, 'Enter')
      await untilText(page, 'h1', opened!)
      await back()
      await until('the card', async () => (await focused()) === opened)
      await press(page, 'Enter')
      await untilText(page, 'h1', opened!)
      await press(page, 'a')
      await page.waitForSelector('#bar-archive.is-set')
      await back()
      await until('the next card', async () => (await focused()) === next)
      await press(page, 'z')
      await until('it is back', async () => (await page.locator('.card-title').allInnerTexts()).includes(opened!))
    },
  )
  await t.test('the card of an article further down the list is in the window', async () => {
    const view = page.viewportSize()!
    await page.setViewportSize({ ...view, height: 500 })
    await page.goto(base)
    const shown = await page.locator('.card-title').allInnerTexts()
    await press(page, 'j', 'Enter')
    for (const [index, title] of shown.entries()) {
      await untilText(page, 'h1', title)
      if (index < shown.length - 1) await press(page, 'J')
    }
    await back()
    await until('the last card', async () => (await focused()) === shown.at(-1))
    const box = (await page.locator('.card').last().boundingBox())!
    assert.ok(box.y >= 0 && box.y + box.height <= 500, JSON.stringify(box))
    await page.setViewportSize(view)
  })
}
