import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { saveLongArticle } from './long-article.fixture.ts'
import { openStage, saveTitles, signIn, until, type Stage } from './service-and-browser.fixture.ts'

/** Maximum number of compressed bytes of a first visit to a list, without the resources in `LATER`. */
const MAX_BYTES = 62_000
/** Maximum cumulative layout shift (https://web.dev/articles/cls), as a share of the window. */
const MAX_SHIFT = 0.02
/**
 * Resources not counted: fonts, images of articles, and the script that prepares offline reading a second after the
 * load.
 */
const LATER = /\.woff2$|pictures\.example|^data:|\/schedule-synchronization\.js$/
const PIXELS = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"/>'

test('the size of pages', async (t) => {
  const stage = await openStage(t)
  await fill(stage)
  await bytes(t, stage)
  await longArticle(t, stage)
})

test('layout shift while pictures load', async (t) => {
  // Without stored copies, the browser loads images from their sites, so the test can delay them.
  const stage = await openStage(t, 'sqlite', { environment: { DOGEAR_IMAGES: 'off' } })
  await fill(stage)
  const page = await signIn(stage)
  await page.addInitScript(WATCH)
  await shifts(t, stage, page)
})

async function fill(stage: Stage): Promise<void> {
  const words = ['of stones and tides', 'a very long title that goes on and on, as titles of papers do', 'short']
  await saveTitles(
    stage,
    Array.from({ length: 31 }, (_, index) => `Entry ${index} ${words[index % 3]}`),
    { tags: 'reading, long pieces', language: 'en', preview_picture: 'https://pictures.example/lead.svg' },
  )
}

const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const

/** Checks the number of bytes that a browser receives. */
async function bytes(t: TestContext, stage: Stage): Promise<void> {
  const known = await signIn(stage)
  const cookies = await known.context().cookies()
  await known.context().close()
  for (const [device, options] of Object.entries(DEVICES)) {
    await t.test(`a list of 30 cards costs less than ${MAX_BYTES / 1000} kB on a first visit: ${device}`, async () => {
      const context = await stage.browser.newContext({ ...options, serviceWorkers: 'block' })
      await context.addCookies(cookies)
      const page = await context.newPage()
      const received = await countBytes(page)
      await page.goto(stage.base, { waitUntil: 'networkidle' })
      assert.equal(await page.locator('.card').count(), 30)
      const counted = [...received()].filter(([url]) => !LATER.test(url))
      const total = counted.reduce((sum, [, size]) => sum + size, 0)
      for (const [url, size] of counted.toSorted(([, one], [, other]) => other - one)) {
        t.diagnostic(`${String(size).padStart(6)}  ${new URL(url).pathname}`)
      }
      t.diagnostic(`${String(total).padStart(6)}  in all, in ${counted.length} requests`)
      assert.ok(total < MAX_BYTES, `${total} bytes`)
      await context.close()
    })
  }
}

async function countBytes(page: Page): Promise<() => Map<string, number>> {
  const session = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  const sizes = new Map<string, number>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? ''
    sizes.set(url, (sizes.get(url) ?? 0) + encodedDataLength)
  })
  return () => sizes
}

const WATCH = `
  globalThis.seen = { shift: 0 }
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) seen.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
`
interface Seen {
  readonly shift: number
}

const seen = (page: Page): Promise<Seen> => page.evaluate<Seen>('seen')

/** Scrolls to the end of the page like a mouse wheel, and waits until it is reached. */
async function scrollDown(page: Page): Promise<void> {
  await until('the end of the page', async () => {
    await page.mouse.wheel(0, 1500)
    return page.evaluate<boolean>('innerHeight + scrollY >= document.documentElement.scrollHeight - 2')
  })
}

async function shifts(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await page.route('https://pictures.example/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    await route.fulfill({ contentType: 'image/svg+xml', body: PIXELS })
  })
  await t.test('a list does not shift while its pictures load, nor while it is scrolled', async () => {
    await page.goto(stage.base, { waitUntil: 'networkidle' })
    await scrollDown(page)
    const { shift } = await seen(page)
    t.diagnostic(`list: ${shift}`)
    assert.ok(shift < MAX_SHIFT, `shifted by ${shift}`)
  })
  await t.test('an article does not shift while its pictures load', async () => {
    const picture = '<figure><img src="https://pictures.example/a.svg" alt="A wall" width="1200" height="800"></figure>'
    const part = `<h2>Low water</h2>${`<p>${'Each stone was handed on. '.repeat(30)}</p>`.repeat(4)}${picture}`
    const [id] = await saveTitles(stage, ['Pictures'], { content: part.repeat(6), language: 'en' })
    await page.goto(`${stage.base}/view/${id}`, { waitUntil: 'networkidle' })
    await scrollDown(page)
    const loaded = await page.evaluate<number>('[...document.images].filter((one) => one.naturalWidth === 1200).length')
    assert.ok(loaded >= 6, `${loaded} pictures came`)
    const { shift } = await seen(page)
    t.diagnostic(`article: ${shift}`)
    assert.ok(shift < MAX_SHIFT, `shifted by ${shift}`)
  })
}

async function longArticle(t: TestContext, stage: Stage): Promise<void> {
  await t.test('an article of 50,000 words opens at the paragraph where reading ended', async () => {
    const page = await signIn(stage)
    const id = await saveLongArticle(stage)
    await page.goto(`${stage.base}/view/${id}`, { waitUntil: 'networkidle' })
    assert.ok((await page.textContent('.prose'))!.split(/\s+/).length > 50_000)
    await keepsItsPlace(stage, page, id)
  })
}

/** The browser has not laid out the paragraphs before the place yet (`content-visibility`). */
async function keepsItsPlace(stage: Stage, page: Page, id: number): Promise<void> {
  const top = () => page.evaluate<number>("document.querySelectorAll('.prose p')[400].getBoundingClientRect().top")
  await page.evaluate("document.querySelectorAll('.prose p')[400].scrollIntoView({ behavior: 'instant' })")
  await until('the paragraph is on top', async () => Math.abs(await top()) < 100)
  await page.goto(`${stage.base}/annotations`)
  await until('the place is known to the server', async () => {
    const [row] = await stage.app.database.prepare<{ share: number }>('select share from entry_progress').all()
    return (row?.share ?? 0) > 0.4
  })
  await page.goto(`${stage.base}/view/${id}`)
  await until('the paragraph is on top again', async () => Math.abs(await top()) < 150)
}
