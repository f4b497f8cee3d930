import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { holdChanges, nextFrame } from './hold-changes.fixture.ts'
import { openStage, saveTitles, signIn, titles, until, untilListed, untilText } from './service-and-browser.fixture.ts'

const SHOWN = ['Aster', 'Birch', 'Clover', 'Dill'] as const

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const stars = (page: Page): Promise<number> => page.locator('.card svg.star').count()
const focused = (page: Page) =>
  page.evaluate<string>(`document.activeElement.closest('.card')?.querySelector('h2').innerText.trim() ?? ''`)

test('changes are shown before the server has answered', async (t) => {
  const stage = await openStage(t)
  const ids = await saveTitles(stage, SHOWN.toReversed())
  const page = await signIn(stage)
  const start = async () => {
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    await press(page, 'j')
    return holdChanges(page)
  }
  const isStarred = async () => {
    const response = await stage.app.ask(stage.app.alice, { url: `/api/entries/${ids[3]}` })
    return response.json<{ is_starred: number }>().is_starred === 1
  }
  await t.test('the star is on the card in the next frame, and leaves it as quickly', async () => {
    const { held, release } = await start()
    await press(page, 's')
    await nextFrame(page)
    assert.equal(await stars(page), 1)
    assert.equal(await page.locator('.card button[title=Unstar]').count(), 1)
    assert.equal(await page.innerText('.toast p'), 'Starred: Aster')
    await press(page, 's')
    await nextFrame(page)
    assert.equal(await stars(page), 0)
    assert.equal(held.length, 1, 'the second change waits for the first')
    await press(page, 's')
    await release()
    await until('starred', isStarred)
    assert.equal(await stars(page), 1)
    assert.equal(await focused(page), 'Aster')
  })
  await t.test('an archived or deleted card leaves, the next has the focus, and undoing brings it back', async () => {
    const { release } = await start()
    await press(page, 'a')
    await nextFrame(page)
    assert.deepEqual(await titles(page), SHOWN.slice(1))
    assert.equal(await focused(page), 'Birch')
    await press(page, '#')
    await nextFrame(page)
    assert.deepEqual(await titles(page), SHOWN.slice(2))
    await press(page, 'z')
    await nextFrame(page)
    assert.equal(await page.locator('.toast').count(), 0, 'the message about the deletion is no longer true')
    assert.deepEqual(await titles(page), SHOWN.slice(1))
    await press(page, 'z')
    await nextFrame(page)
    assert.deepEqual(await titles(page), SHOWN)
    await release()
    await untilText(page, '.toast p', /^Undone: /)
    await page.reload()
    await untilListed(page, SHOWN)
  })
  await t.test('the button of the message undoes it too', async () => {
    const { release } = await start()
    await press(page, 'a')
    await page.click('.toast button')
    await nextFrame(page)
    assert.deepEqual(await titles(page), SHOWN)
    await release()
    await untilText(page, '.toast p', /^Undone: /)
    await page.reload()
    await untilListed(page, SHOWN)
  })
  await t.test('ticked cards change together', async () => {
    const { release } = await start()
    await press(page, 'x', 'j', 'x', 'a')
    await nextFrame(page)
    assert.deepEqual(await titles(page), SHOWN.slice(2))
    assert.equal(await focused(page), 'Clover')
    assert.equal(await page.locator('.bulk').isVisible(), false)
    await press(page, 'z')
    await nextFrame(page)
    assert.deepEqual(await titles(page), SHOWN)
    await release()
    await untilText(page, '.toast p', /^Undone: 2/)
    await page.reload()
    await untilListed(page, SHOWN)
  })
  await lateVersions(t, page, start)
  await refusals(t, page, start)
  await elsewhere(t, page, start)
  await reading(t, page, `${stage.base}/view/${ids[0]}`)
  assert.deepEqual(stage.complaints, [])
})

async function lateVersions(t: TestContext, page: Page, start: () => Promise<unknown>): Promise<void> {
  await t.test('an undo between the response and its frame brings the card back, with the focus', async () => {
    await start()
    await page.unrouteAll({ behavior: 'wait' })
    // Turbo performs a stream one frame after this event.
    await page.evaluate(`{
      const undo = ({ target }) => {
        if (target.getAttribute('action') !== 'remove') return
        document.removeEventListener('turbo:before-stream-render', undo)
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', bubbles: true }))
        document.body.dataset.undone = ''
      }
      document.addEventListener('turbo:before-stream-render', undo)
    }`)
    await press(page, '#')
    await page.waitForSelector('body[data-undone]')
    await untilText(page, '.toast p', /^Undone: /)
    await nextFrame(page)
    assert.deepEqual(await titles(page), SHOWN)
    assert.equal(await focused(page), 'Aster')
  })
  await t.test('a page that was requested before the undo does not have the last word', async () => {
    await start()
    await page.unrouteAll({ behavior: 'wait' })
    await press(page, '#')
    await untilText(page, '.toast p', /^Deleted: /)
    await untilText(page, '.rail [data-count=unread]', '3')
    const [sent, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The connection on which the server reports changes would update the list too.
    await page.route('**/sync/events', () => undefined)
    await page.route(page.url(), async (route) => {
      const response = await route.fetch()
      sent.resolve()
      await late.promise
      await route.fulfill({ response })
    })
    const answer = Promise.withResolvers<void>()
    await page.route('**/undo', async (route) => {
      await answer.promise
      await route.continue()
    })
    // Turbo drops a refresh while another one runs.
    await until('a refresh has begun', () =>
      page.evaluate<boolean>(`new Promise((resolve) => {
        document.addEventListener('turbo:visit', () => resolve(true), { once: true })
        document.body.insertAdjacentHTML('beforeend', '<turbo-stream action="refresh"></turbo-stream>')
        setTimeout(resolve, 1000, false)
      })`),
    )
    await sent.promise
    await press(page, 'z')
    await nextFrame(page)
    assert.deepEqual(await titles(page), SHOWN)
    late.resolve()
    await untilListed(page, SHOWN.slice(1))
    answer.resolve()
    await untilText(page, '.toast p', /^Undone: /)
    await untilListed(page, SHOWN)
    await page.unrouteAll({ behavior: 'wait' })
  })
}

async function refusals(t: TestContext, page: Page, start: () => Promise<unknown>): Promise<void> {
  await t.test('a refusal takes the change back and says why', async () => {
    await start()
    await page.unrouteAll({ behavior: 'wait' })
    // The server refuses a form with a wrong token.
    await page.evaluate(`document.querySelector('#card-form [name=token]').value = 'wrong'`)
    await press(page, 'a')
    await untilText(page, '.toast p', 'This form has expired. Go back, reload the page and try again.')
    await untilListed(page, SHOWN)
    const isRefreshed = () =>
      page.evaluate<boolean>(`document.querySelector('#card-form [name=token]').value !== 'wrong'`)
    await until('the page is refreshed', isRefreshed)
    await press(page, 'j', 's')
    await untilText(page, '.toast p', /^Starred: /)
  })
  await t.test('so does a lost connection', async () => {
    await start()
    await page.unrouteAll({ behavior: 'wait' })
    await page.route('**/delete/*', (route) => route.abort())
    await press(page, '#')
    await nextFrame(page)
    await untilListed(page, SHOWN)
    await untilText(page, '.toast p', /That didn’t work/)
  })
}

async function elsewhere(t: TestContext, page: Page, start: () => Promise<unknown>): Promise<void> {
  await t.test('a change whose response is late is not applied to another list', async () => {
    await start()
    await page.unrouteAll({ behavior: 'wait' })
    const [reached, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/archive/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      reached.resolve()
      await late.promise
      await route.fulfill({ response }).catch(() => undefined)
    })
    await press(page, 'a')
    await reached.promise
    await press(page, 'g', 'r')
    await untilListed(page, ['Aster'])
    late.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await untilListed(page, ['Aster'])
    await press(page, 'z')
    await untilText(page, '.toast p', /^Undone: /)
  })
  await t.test('a refused undo says why, and the list shows what is so', async () => {
    await start()
    await page.unrouteAll({ behavior: 'wait' })
    await press(page, 'a')
    await untilText(page, '.toast p', /^Archived: /)
    await page.evaluate(`document.querySelector('#undo-last').form.querySelector('[name=token]').value = 'wrong'`)
    await press(page, 'z')
    await untilText(page, '.toast p', 'This form has expired. Go back, reload the page and try again.')
    await untilListed(page, SHOWN.slice(1))
    await page.reload()
    await press(page, 'z')
    await untilText(page, '.toast p', /^Undone: /)
  })
}

async function reading(t: TestContext, page: Page, address: string): Promise<void> {
  const states = async () => ({
    isArchived: (await page.locator('#bar-archive.is-set').count()) === 1,
    isStarred: (await page.locator('#bar-star.is-set').count()) === 1,
    titles: await page.locator('.states-bar button').evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
  })
  const tags = () => page.locator('#tags-set .tag-button:visible bdi').allInnerTexts()
  const open = async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(address)
    await until('the script for changes is loaded', () =>
      page.evaluate<boolean>(
        `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/reading.js'))`,
      ),
    )
  }
  await t.test('the states of an article change in the next frame', async () => {
    await open()
    const { release } = await holdChanges(page)
    await press(page, 's', 'a')
    await nextFrame(page)
    assert.deepEqual(await states(), { isArchived: true, isStarred: true, titles: ['Mark as unread', 'Unstar'] })
    await press(page, 's')
    await nextFrame(page)
    assert.equal((await states()).isStarred, false)
    await release()
    await untilText(page, '.toast p', /^Unstarred: /)
    assert.deepEqual(await states(), { isArchived: true, isStarred: false, titles: ['Mark as unread', 'Star'] })
    await page.reload()
    assert.deepEqual(await states(), { isArchived: true, isStarred: false, titles: ['Mark as unread', 'Star'] })
  })
  await t.test('so do its tags', async () => {
    await open()
    const { release } = await holdChanges(page)
    await press(page, 't')
    await page.fill('#tag-field', 'shore, tide')
    await press(page, 'Enter')
    await nextFrame(page)
    assert.deepEqual(await tags(), ['shore', 'tide'])
    assert.equal(await page.inputValue('#tag-field'), '')
    await release()
    await untilText(page, '#head-tags', /shore[^]*tide/)
    const second = await holdChanges(page)
    await page.click('#tags-set [value=shore]')
    await nextFrame(page)
    assert.deepEqual(await tags(), ['tide'])
    await second.release()
    await untilText(page, '.toast p', /^Tag removed: /)
  })
  await t.test('a lost connection takes both back', async () => {
    await open()
    await page.route('**/view/*/{states,tags}', (route) => route.abort())
    await press(page, 's')
    await untilText(page, '.toast p', 'No connection. Nothing was changed.')
    await until('no star', async () => !(await states()).isStarred)
    await press(page, 't')
    await page.fill('#tag-field', 'cliff')
    await press(page, 'Enter')
    await until('the typed text is back', async () => (await page.inputValue('#tag-field')) === 'cliff')
    assert.ok(!(await tags()).includes('cliff'))
  })
}
