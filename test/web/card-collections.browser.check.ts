import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { holdChanges, nextFrame } from './hold-changes.fixture.ts'
import { openStage, PHONE, saveTitles, signIn, until, untilListed, untilText } from './service-and-browser.fixture.ts'

const SHOWN = ['Aster', 'Birch', 'Clover'] as const
const FIELD = '#card-collections-field'

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const shownBoxes = (page: Page): Promise<string[]> =>
  page
    .locator('#card-collections li:not([hidden])')
    .filter({ has: page.locator(':checked') })
    .allInnerTexts()

/** Waits until the panel knows the collections of the entry. */
async function untilKnown(page: Page): Promise<void> {
  await page.waitForSelector('#card-collections [type=checkbox]:not(:indeterminate)')
}

test('an article is added to collections in place, by the key and from the menu', async (t) => {
  const stage = await openStage(t)
  const [id] = await saveTitles(stage, ['Aster'])
  const page = await signIn(stage)
  await page.goto(`${stage.base}/view/${id}`)
  await page.waitForSelector('[data-notes-ready]')
  const held: Route[] = []
  // Other requests are not intercepted, because one that runs when the interception ends may fail.
  await page.route('**/bulk', (route) => (held.length === 0 ? void held.push(route) : route.continue()))
  await press(page, 'c')
  await page.keyboard.type('Evening')
  await page.waitForSelector(`${FIELD}:focus`)
  await press(page, 'Enter')
  await untilText(page, '.toast p', 'Added to Evening')
  await until('the change is sent', async () => held.length === 1)
  await held[0]!.continue()
  await until('it is ticked', async () => (await shownBoxes(page)).join() === 'Evening')
  await press(page, 'Escape')
  await until('the panel is gone', async () => (await page.locator('#card-collections').count()) === 0)
  assert.equal(new URL(page.url()).pathname, `/view/${id}`)
  await page.click('[data-action-name=more]')
  await page.click('.more-menu [data-action-name=collect]')
  await untilKnown(page)
  await page.click('#card-collections .collection-boxes label')
  await untilText(page, '.toast p', 'Removed from Evening')
  await until('it is removed', async () => {
    const { body } = await stage.app.ask(stage.app.alice, { url: '/api/entries?q=in:Evening' })
    return JSON.parse(body).total === 0
  })
  const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
  await phone.goto(`${stage.base}/view/${id}`)
  await phone.click('[data-action-name=more]')
  await phone.click('.more-menu [data-action-name=collect]')
  await phone.waitForSelector('#card-collections')
  const box = (await phone.locator('#card-collections').boundingBox())!
  assert.deepEqual([box.x, Math.round(box.y + box.height)], [0, PHONE.height])
  assert.deepEqual(stage.complaints, [])
})

test('cards are added to collections in place', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, SHOWN.toReversed())
  const page = await signIn(stage)
  const stored = async (): Promise<Record<string, string[]>> => {
    const lists = await page.evaluate<[string, string[]][]>(`(async () => {
      const read = async (path) => new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html')
      const links = [...(await read('/collections')).querySelectorAll('main a.order-name')]
      return Promise.all(links.map(async (link) => {
        const cards = [...(await read(link.getAttribute('href'))).querySelectorAll('.card-title')]
        return [link.textContent.trim(), cards.map((one) => one.textContent.trim())]
      }))
    })()`)
    return Object.fromEntries(lists)
  }
  const untilStored = (expected: Record<string, string[]>) =>
    until(JSON.stringify(expected), async () => JSON.stringify(await stored()) === JSON.stringify(expected))
  const start = async (...keys: readonly string[]) => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    await press(page, ...keys)
  }

  await t.test('c opens a field on the card, which creates a collection', async () => {
    await start('j', 'c')
    await page.waitForSelector(`${FIELD}:focus`)
    await page.keyboard.type('Evening')
    await untilText(page, '#card-collections .button', 'Create')
    await press(page, 'Enter')
    await untilText(page, '.toast p', 'Added to Evening')
    await untilStored({ Evening: ['Aster'] })
    await until('it is ticked', async () => (await shownBoxes(page)).join() === 'Evening')
    await press(page, 'Escape')
    await until('the panel is gone', async () => (await page.locator('#card-collections').count()) === 0)
    assert.equal(new URL(page.url()).pathname, '/')
    await press(page, 'z')
    await untilText(page, '.toast p', 'Undone: Collection created · Evening')
    await untilStored({})
  })
  await t.test('a name that exists adds to it, and boxes change at once', async () => {
    await page.evaluate(`fetch('/bulk', { method: 'POST', body: new URLSearchParams({
      token: document.querySelector('#bulk [name=token]').value, back: '/', action: 'collect', name: 'Sea' }) })`)
    await start('j', 'c')
    await page.waitForSelector(`${FIELD}:focus`)
    await untilKnown(page)
    const { release } = await holdChanges(page)
    await page.keyboard.type('sea')
    assert.equal(await page.innerText('#card-collections .button'), 'Add')
    await press(page, 'Enter')
    await nextFrame(page)
    assert.deepEqual(await shownBoxes(page), ['Sea'])
    await release()
    await untilStored({ Sea: ['Aster'] })
    await page.uncheck('#card-collections [type=checkbox]')
    await untilStored({ Sea: [] })
  })
  await t.test('a refusal takes the tick back and says why', async () => {
    await start('j', 'c')
    await untilKnown(page)
    await page.route('**/bulk', (route) => route.abort())
    await page.click('#card-collections [type=checkbox]')
    await untilText(page, '.toast p', /That didn’t work/)
    await until('the tick is gone', async () => (await shownBoxes(page)).length === 0)
  })
  await t.test('several ticked entries are added to a new collection, also with Enter', async () => {
    await start('j', 'x', 'j', 'x', 'c')
    await page.fill('#bulk-new-collection', 'Shore')
    await press(page, 'Enter')
    await untilText(page, '.toast p', '2 entries added to the collection')
    await untilStored({ Sea: [], Shore: ['Aster', 'Birch'] })
  })
  await t.test('on the page of a collection, an entry that is taken out leaves the list', async () => {
    await page.click('.collections-nav a:has-text("Shore")')
    await untilListed(page, ['Aster', 'Birch'])
    await press(page, 'j', 'c')
    await untilKnown(page)
    const { release } = await holdChanges(page)
    await page.uncheck('#card-collections li:has-text("Shore") input')
    await untilListed(page, ['Birch'])
    await release()
    await untilStored({ Sea: [], Shore: ['Birch'] })
  })
  await t.test('on a phone the panel is at the end of the window, and no field has the focus', async () => {
    const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.goto(stage.base)
    await phone.evaluate(`document.querySelector('.card [data-action-name=collect]').click()`)
    await phone.waitForSelector('#card-collections [type=checkbox]:focus')
    const box = (await phone.locator('#card-collections').boundingBox())!
    assert.equal(box.x, 0)
    assert.equal(Math.round(box.y + box.height), PHONE.height)
  })
  assert.deepEqual(stage.complaints, [])
})
