import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { progressFinder } from '../../src/entries/changing/store-reading-position.ts'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { openBrowser, type TestBrowser } from '../support/open-browser.ts'
import { answering } from '../support/site.ts'
import { until } from './service-and-browser.fixture.ts'
import { selectForBar } from './select-text.fixture.ts'

const PARAGRAPH =
  'Work began two hours before the lowest tide and ended when the first boots were wet. Forty people stood in a <em>line</em> from the harbour to the breach and handed each stone from one pair of arms to the next.'
const part = (title: string, count: number) => `<h2>${title}</h2>${`<p>${PARAGRAPH}</p>`.repeat(count)}`
/** The header of a GIF image of 1200 by 800 pixels. Layout needs nothing else. */
const GIF = Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.from([0xb0, 4, 0x20, 3, 0, 0, 0, 1, 0x3b])])
const figure = (src: string) =>
  `<figure><img src="${src}" alt="A wall" width="1200" height="800"><figcaption>A wall</figcaption></figure>`
const contentWith = (src: string) =>
  `<p>The wall was <b>built</b> by people.</p>${figure(src)}${part('Low water', 14)}${part('Stones', 14)}${part('The end', 14)}`

interface Scene {
  readonly app: TestApp
  readonly browser: TestBrowser
  readonly base: string
  readonly id: EntryId
}

async function scene(t: TestContext): Promise<Scene> {
  const [app, browser] = await Promise.all([testApp(t, 'sqlite'), openBrowser(t)])
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  app.site.page('/wall.gif', answering(GIF, 'image/gif'))
  const fields = { title: 'The wall', content: contentWith(`${app.site.url}/wall.gif`), language: 'en' }
  const { id } = await app.save(app.alice, 'https://a.example.org/wall', fields)
  await until('the picture is copied', async () => {
    const rows = await app.database.prepare<object>('select entry_id from entry_image').all()
    return rows.length > 0
  })
  return { app, browser, base, id: id as EntryId }
}

async function signIn({ browser, base, app }: Scene, options: Parameters<TestBrowser['newContext']>[0] = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(5000)
  await page.goto(`${base}/login`)
  await page.fill('[name=_username]', app.alice.username)
  await page.fill('[name=_password]', app.alice.password)
  await Promise.all([page.waitForURL((url) => !url.pathname.startsWith('/login')), page.click('main .button')])
  return { context, page }
}

/** Waits until the text has this number of highlights. */
async function waitForMarks(page: Page, count: number): Promise<void> {
  for (let tries = 0; tries < 100 && (await page.locator('.prose mark.annotation').count()) !== count; tries++) {
    await page.waitForTimeout(30)
  }
}

const marks = (page: Page) => page.locator('.prose mark.annotation').allTextContents()

test('the reading page in a browser', async (t) => {
  const stage = await scene(t)
  const { page, context } = await signIn(stage)
  const address = `${stage.base}/view/${stage.id}`
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text())
  })
  await annotating(t, page, address)
  await looking(t, page, address)
  await lookingEarly(t, stage, address)
  await zooming(t, page, address)
  await keepingThePlace(t, stage, context, address)
  await withoutScript(t, stage, address)
  assert.deepEqual(complaints, [])
})

async function annotating(t: TestContext, page: Page, address: string): Promise<void> {
  await page.goto(address)
  await t.test('selected words are highlighted with one press, without losing the selection before', async () => {
    await selectForBar(page, 'wall was')
    assert.equal(await page.evaluate('getSelection().toString()'), 'wall was')
    assert.equal(
      await page.evaluate('document.activeElement === document.body || document.activeElement.id === "main"'),
      true,
    )
    await page.click('[data-action-name=highlight]')
    await page.waitForSelector('.prose mark.annotation')
    assert.deepEqual(await marks(page), ['wall was'])
    assert.equal(await page.isHidden('#annotate-bar'), true)
  })
  await t.test('a note is written at once, and shown again at its mark', async () => {
    await selectForBar(page, 'lowest tide')
    await page.click('[data-action-name=note]')
    await page.waitForSelector('.note-editor:popover-open')
    await page.keyboard.type('At new moon')
    await page.click('.note-editor:popover-open .button')
    await page.waitForSelector('.annotation-item .note')
    assert.equal(await page.textContent('.annotation-item .note'), 'At new moon')
    await page.click('mark.annotation >> text=lowest tide')
    await page.waitForSelector('.note-editor:popover-open')
    assert.equal(await page.inputValue('.note-editor:popover-open textarea'), 'At new moon')
    await page.keyboard.press('Escape')
  })
  await t.test('the server draws the same marks as the script did', async () => {
    const drawn = () =>
      page.evaluate(`[...document.querySelectorAll('.prose mark, .prose .note-link')].map((one) =>
        [one.id, one.className, one.textContent, one.parentElement.tagName, one.previousSibling?.textContent])`)
    const before = await drawn()
    await page.reload()
    assert.deepEqual(await drawn(), before)
  })
  await t.test('a deletion removes the mark, and is undone', async () => {
    // The script that opens notes is loaded after the page, so the first clicks may have no effect.
    await until('the note is open', async () => {
      await page.click('mark.annotation >> text=wall was')
      return (await page.locator('.note-editor:popover-open').count()) > 0
    })
    await page.click('.note-editor:popover-open .button-danger')
    await waitForMarks(page, 1)
    assert.deepEqual(await marks(page), ['lowest tide'])
    await page.click('.toast button')
    await waitForMarks(page, 2)
    assert.deepEqual(await marks(page), ['wall was', 'lowest tide'])
    assert.equal(await page.locator('.prose p').first().textContent(), 'The wall was built by people.')
  })
}

/** Blocks service workers, because Playwright cannot hold back the requests that a service worker makes. */
async function lookingEarly(t: TestContext, stage: Scene, address: string): Promise<void> {
  await t.test('a theme that is chosen before its script is loaded is shown too', async () => {
    const { page, context } = await signIn(stage, { serviceWorkers: 'block' })
    await page.route('**/reading.js', () => undefined)
    await page.goto(address)
    await page.evaluate('window.isOldPage = true')
    await page.click('[data-action-name=look]')
    await page.click('.choice-button[value=black]')
    // Waits for a complete reload. Turbo would keep the attributes of the document, which contain the theme.
    await until('a new page', () => page.evaluate<boolean>('!window.isOldPage').catch(() => false))
    assert.equal(await page.getAttribute('html', 'data-theme'), 'black')
    await context.close()
  })
}

async function looking(t: TestContext, page: Page, address: string): Promise<void> {
  await t.test('the appearance changes immediately and stays on the next page', async () => {
    await page.goto(address)
    const size = () => page.evaluate<number>("parseFloat(getComputedStyle(document.querySelector('.prose')).fontSize)")
    const before = await size()
    await page.click('[data-action-name=look]')
    const kept = page.waitForResponse((response) => response.url().endsWith('/look'))
    await page.click('[data-action-name=larger]')
    assert.ok((await size()) > before)
    await kept
    const themed = page.waitForResponse((response) => response.url().endsWith('/look'))
    await page.click('.choice-button[value=sepia]')
    await themed
    assert.equal(await page.isVisible('#look-panel'), true)
    await page.keyboard.press('Escape')
    assert.equal(await page.isVisible('#look-panel'), false)
    assert.match(page.url(), /\/view\/\d+$/)
    const [next] = await Promise.all([page.waitForRequest(/\/look$/), page.keyboard.press('v')])
    assert.match(next.postData() ?? '', /^theme=dark&/)
    await next.response()
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark')
    await page.goto(address)
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark')
    assert.equal(await page.getAttribute('html', 'data-size'), '5')
  })
}

async function zooming(t: TestContext, page: Page, address: string): Promise<void> {
  await t.test('a picture opens large by keyboard, and closes with Escape', async () => {
    await page.goto(address)
    await page.focus('.prose a.zoom')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.zoom-dialog[open]')
    await page.keyboard.press('Escape')
    await page.waitForSelector('.zoom-dialog', { state: 'hidden' })
    assert.equal(await page.evaluate('document.activeElement.className'), 'zoom')
  })
}

async function keepingThePlace(t: TestContext, stage: Scene, first: BrowserContext, address: string): Promise<void> {
  await t.test('paragraphs are separated', async () => {
    const page = await first.newPage()
    await page.goto(address)
    const margin = await page.evaluate<string>("getComputedStyle(document.querySelector('.prose p + p')).marginTop")
    assert.ok(Number.parseFloat(margin) >= 12, margin)
    await page.close()
  })
  await t.test(
    'the reading position is stored when the user leaves the page, and restored on another device',
    async () => {
      const page = await first.newPage()
      await page.goto(address)
      await page.evaluate(
        `${WHEEL}; document.querySelectorAll('.prose p')[20].scrollIntoView({ behavior: 'instant', block: 'start' })`,
      )
      await page.waitForSelector('#progress-line[style*="scaleX(0."]', { state: 'attached' })
      await page.click('.bar-back')
      const find = progressFinder(stage.app.database)
      const block = async () => (await find(stage.app.alice.id, [stage.id])).get(stage.id)?.block ?? 0
      for (let tries = 0; tries < 50 && (await block()) < 20; tries++) await page.waitForTimeout(50)
      assert.ok((await block()) >= 20)
      const { page: phone } = await signIn(stage, { viewport: { width: 390, height: 700 } })
      await phone.goto(address)
      for (let tries = 0; tries < 50 && (await phone.evaluate<number>('scrollY')) < 500; tries++)
        await phone.waitForTimeout(50)
      const top = await phone.evaluate<number>("document.querySelectorAll('.prose p')[20].getBoundingClientRect().top")
      assert.ok(Math.abs(top) < 150, `${top} pixels from the top`)
      const again = await phone.context().newPage()
      await again.addInitScript(`addEventListener('scroll', () => { ${WHEEL}; scrollTo(0, 0) }, { once: true })`)
      await again.goto(address)
      await again.evaluate(`new Promise((resolve) => {
      const frame = (left) => (left > 0 ? requestAnimationFrame(() => frame(left - 1)) : resolve())
      frame(30)
    })`)
      assert.ok((await again.evaluate<number>('scrollY')) < 100, 'who turns the wheel meanwhile is pulled back')
      await phone.goto(`${address}#section-1`)
      assert.ok(
        (await phone.evaluate<number>("document.querySelector('#section-1').getBoundingClientRect().top")) < 120,
      )
    },
  )
}

/** Simulates a turn of the mouse wheel, after which the page no longer corrects the restored reading position. */
const WHEEL = "dispatchEvent(new WheelEvent('wheel'))"

async function withoutScript(t: TestContext, stage: Scene, address: string): Promise<void> {
  await t.test('without a script, everything can be read, and states and the appearance can be set', async () => {
    const { page } = await signIn(stage, { javaScriptEnabled: false })
    await page.goto(address)
    assert.deepEqual(await marks(page), ['wall was', 'lowest tide'])
    await page.click('[data-action-name=star]')
    assert.match(page.url(), /\/view\/\d+\?list=unread$/)
    assert.equal(await page.getAttribute('[data-action-name=star]', 'value'), '0')
    await page.click('[data-action-name=look]')
    await page.click('.choice-button[value=light]')
    assert.equal(await page.getAttribute('html', 'data-theme'), 'light')
  })
}

test('an article of 50,000 words opens without a long task and without a jump', async (t) => {
  const stage = await scene(t)
  const long = part('Part', 25).repeat(50)
  const { id } = await stage.app.save(stage.app.alice, 'https://a.example.org/long', { title: 'Long', content: long })
  const { page } = await signIn(stage)
  await page.addInitScript(`
    globalThis.seen = { task: 0, shift: 0 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration)
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) seen.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  await page.goto(`${stage.base}/view/${id}`)
  await page.waitForTimeout(500)
  await page.mouse.wheel(0, 3000)
  await page.waitForTimeout(300)
  const seen = await page.evaluate<{ shift: number }>('seen')
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen.shift < 0.02, `shifted by ${seen.shift}`)
})
