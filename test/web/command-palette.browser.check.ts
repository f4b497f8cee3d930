import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { saveOnChange } from './save-on-change.fixture.ts'
import { nextFrame } from './hold-changes.fixture.ts'
import { axeFindings, loadAxe } from './axe.fixture.ts'
import {
  openStage,
  PHONE,
  saveTitles,
  signIn,
  until,
  untilListed,
  untilWatched,
} from './service-and-browser.fixture.ts'
import { cutNetwork, restoreNetwork, untilKept } from './offline-store.fixture.ts'

const SHOWN = ['Aster', 'Birch', 'Clover']
const FIELD = '#palette [role=combobox]'
const options = (page: Page) => page.locator('#palette [role=option]')
const headings = (page: Page) => page.locator('#palette [role=group] > .menu-label').allInnerTexts()

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.waitForSelector(`${FIELD}:focus`)
  await until('the commands', async () => (await page.locator('#palette [data-effect]').count()) > 0)
}

async function choose(page: Page, text: string): Promise<void> {
  await open(page)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Waits until a page is shown. Turbo changes the address before it shows the page. */
async function hasPath(page: Page, path: string): Promise<void> {
  await until(path, async () => decodeURIComponent(new URL(page.url()).pathname + new URL(page.url()).search) === path)
  await page.waitForSelector('html:not([aria-busy])')
}

test('the command palette', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, SHOWN.toReversed(), { tags: 'café noir' })
  const page = await signIn(stage)
  const { base } = stage

  await t.test('Escape closes it, and the focus returns to the card', async () => {
    await page.goto(base)
    await page.keyboard.press('j')
    await open(page)
    await page.keyboard.press('Escape')
    await until('it is closed', async () => (await page.locator('#palette').count()) === 0)
    assert.equal(await page.evaluate<string>('document.activeElement.textContent.trim()'), 'Aster')
  })
  await t.test('it holds the focus, and a click beside it only closes it', async () => {
    await page.goto(base)
    await page.keyboard.press('j')
    const link = (await page.getByRole('link', { name: 'Starred' }).boundingBox())!
    await open(page)
    const box = (await page.locator('#palette > .dialog').boundingBox())!
    assert.ok(link.x + link.width / 2 < box.x, 'the link is beside the box')
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(`${FIELD}:focus`).count(), 1)
    // A modal dialog makes the page inert, which takes a slow processor too long.
    assert.equal(await page.locator(':modal').count(), 0)
    await page.mouse.click(link.x + link.width / 2, link.y + link.height / 2)
    await until('it is closed', async () => (await page.locator('#palette').count()) === 0)
    assert.equal(new URL(page.url()).pathname, '/')
    assert.equal(await page.evaluate<string>('document.activeElement.textContent.trim()'), 'Aster')
  })
  await t.test('opened again, it shows its list at once, and does not draw the same list twice', async () => {
    await page.goto(base)
    await open(page)
    await page.keyboard.press('Escape')
    const held = Promise.withResolvers<void>()
    await page.route('**/help/palette', async (route) => {
      await held.promise
      await route.continue()
    })
    await open(page)
    await page.evaluate("document.querySelector('#palette [role=option]').dataset.drawn = 'before'")
    const answered = page.waitForResponse('**/help/palette')
    held.resolve()
    await (await answered).finished()
    await nextFrame(page)
    assert.equal(await page.locator('#palette [data-drawn=before]').count(), 1)
    await page.unrouteAll({ behavior: 'wait' })
    await page.keyboard.press('Escape')
  })
  await t.test('it stays open when a page arrives that was loading before', async () => {
    await page.goto(base)
    const held = Promise.withResolvers<void>()
    await page.route('**/all/list', async (route) => {
      await held.promise
      await route.continue()
    })
    for (const key of ['g', 'a', 'Control+k']) await page.keyboard.press(key)
    await page.keyboard.type('star')
    held.resolve()
    await page.waitForURL('**/all/list')
    await page.waitForSelector(`${FIELD}:focus`)
    assert.equal(await page.inputValue(FIELD), 'star')
    await page.unrouteAll({ behavior: 'wait' })
  })
  await t.test('it shows the keys beside the commands, and only commands with an effect here', async () => {
    await page.goto(base)
    await open(page)
    await page.keyboard.type('mark archive')
    assert.match(await options(page).first().innerText(), /Archive or mark as unread\s+a\s+e/)
    assert.equal(await options(page).count(), 2, 'the command, and the search')
    assert.equal(await page.getAttribute(FIELD, 'aria-activedescendant'), 'palette-0')
    await page.fill(FIELD, 'larger text')
    await until('no match', async () => (await page.innerText('#palette [role=status]')) === 'No matches')
  })
  await t.test('a page that a command opens is listed once', async () => {
    await page.goto(base)
    await open(page)
    await page.keyboard.type('search')
    assert.deepEqual(await options(page).locator('> bdi:first-of-type').allTextContents(), [
      'Search',
      'Search your library',
    ])
    await page.keyboard.press('Escape')
  })
  await t.test('the options are in groups with icons, and what was used last comes first', async () => {
    await page.goto(base)
    await page.evaluate('localStorage.clear()')
    await open(page)
    const all = ['Lists', 'Tags', 'Recently saved', 'Commands', 'Settings']
    assert.deepEqual(await headings(page), all)
    assert.equal(await page.locator('#palette [role=option]:not(:has(> svg))').count(), 0)
    const ends = await page.$$eval('#palette [role=option] > span', (keys) =>
      keys.map((one) => one.getBoundingClientRect().right),
    )
    assert.equal(new Set(ends).size, 1, 'the keys end at one line')
    await page.keyboard.type('feeds')
    await page.keyboard.press('Enter')
    await hasPath(page, '/config/feeds')
    await open(page)
    assert.deepEqual(await headings(page), ['Recently used', ...all])
    assert.equal(await options(page).first().innerText(), 'Feeds')
    await page.fill(FIELD, 'settings rules')
    assert.deepEqual(await headings(page), ['Settings'])
    await page.keyboard.press('Escape')
  })
  await t.test('a text that is no name is searched for in the library', async () => {
    await page.goto(base)
    await choose(page, 'told in words')
    await hasPath(page, '/search?q=told+in+words')
    await untilListed(page, SHOWN)
  })
  await t.test('a command acts on the focused card', async () => {
    await page.goto(base)
    await page.keyboard.press('j')
    await choose(page, 'archive mark')
    await untilListed(page, ['Birch', 'Clover'])
    await choose(page, 'undo')
    await untilListed(page, SHOWN)
  })
  await t.test('it opens tags without regard to diacritics, settings, and entries', async () => {
    await page.goto(base)
    await choose(page, 'noir cafe')
    await hasPath(page, '/all/list?tag=café+noir')
    await choose(page, 'offline')
    await hasPath(page, '/config/offline')
    await choose(page, 'clover')
    await page.waitForURL(/\/view\/\d+$/)
  })
  await t.test('the arrows move from the last option to the first', async () => {
    await page.goto(base)
    await open(page)
    await page.keyboard.press('ArrowUp')
    const last = (await options(page).count()) - 1
    assert.equal(await page.getAttribute(FIELD, 'aria-activedescendant'), `palette-${last}`)
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.getAttribute(FIELD, 'aria-activedescendant'), 'palette-0')
  })
  await t.test('axe finds nothing, and it fits a phone', async () => {
    for (const width of [1280, PHONE.width]) {
      await page.goto(base)
      await open(page)
      await loadAxe(page)
      for (const theme of ['light', 'dark']) assert.deepEqual(await axeFindings(page, { theme, width }), [])
      const box = (await page.locator('#palette').boundingBox())!
      assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box))
    }
  })
  assert.deepEqual(stage.complaints, [])
})

test('keys typed while the command palette loads are meant for its field', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, SHOWN.toReversed())
  const page = await signIn(stage)
  const held = Promise.withResolvers<void>()
  await page.route(/command-palette\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('j')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ae')
  held.resolve()
  await until(
    'the typed text',
    async () =>
      (await page
        .locator(FIELD)
        .inputValue()
        .catch(() => '')) === 'ae',
  )
  await untilListed(page, SHOWN)
  await page.unrouteAll({ behavior: 'wait' })
})

test('without a response, the command palette offers the links of the page', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  await page.route('**/help/palette', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await page.waitForSelector(`${FIELD}:focus`)
  await page.keyboard.type('starred')
  await page.keyboard.press('Enter')
  await hasPath(page, '/starred/list')
})

test('the command palette works offline', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, SHOWN.toReversed(), { tags: 'tides' })
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, SHOWN.length)
  await cutNetwork(stage, page)
  await page.goto(`${stage.base}/unread/list`)
  await choose(page, 'tides')
  await hasPath(page, '/all/list?tag=tides')
  await untilListed(page, SHOWN)
  await restoreNetwork(stage, page)
})

test('the command palette also runs commands if single-key shortcuts are turned off', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, SHOWN.toReversed())
  const page = await signIn(stage)
  await page.goto(`${stage.base}/config/reading`)
  await saveOnChange(page, () => page.check('#shortcuts-off'))
  await page.goto(stage.base)
  await page.focus('.card-title a')
  await choose(page, 'star unstar')
  await until('a star', async () => (await page.locator('.card svg.star').count()) === 1)
  await choose(page, 'show shortcuts')
  await hasPath(page, '/help/keys')
})

/** @returns the names of the files that the page requests from now on */
function requested(page: Page): readonly string[] {
  const names: string[] = []
  page.on('request', (request) => names.push(new URL(request.url()).pathname.split('/').at(-1)!))
  return names
}

test('the script of the command palette is loaded before its first use, but not on a phone', async (t) => {
  const stage = await openStage(t)
  const desk = await signIn(stage)
  const phone = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
  const [onDesk, onPhone] = [requested(desk), requested(phone)]
  await Promise.all([desk.goto(stage.base), phone.goto(stage.base)])
  for (const name of ['command-palette.js', 'command-palette.css']) {
    await until(name, async () => onDesk.includes(name))
    await until('the phone is as far', async () => onPhone.includes('follow-changes.js'))
    assert.ok(!onPhone.includes(name))
  }
})
