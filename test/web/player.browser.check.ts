import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { answering } from '../support/site.ts'
import { axeFindings, loadAxe } from './axe.fixture.ts'
import { openStage, saveTitles, signIn, until, untilText, type Stage } from './service-and-browser.fixture.ts'

const VIDEO = 'https://www.youtube.com/watch?v=iCe_s0ngs42'
const TUBE = 'https://tube.example/w/9c9de5e8-0a1e-484a-b099-e80766180a6d'
const TEXT = `<p>${'Frozen lakes sing in the evening. '.repeat(40)}</p>`
const PICTURE = '<img src="https://i.ytimg.com/vi/iCe_s0ngs42/hqdefault.jpg" alt="Ice songs">'
const still = (href: string) =>
  `<figure><a href="${href}">${PICTURE}</a><figcaption>Ice songs · 12:04 · YouTube</figcaption></figure>`
const FRAME = 'iframe.player-frame'
const play = '.player[data-player]'

test('videos and recordings in the reader', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  const asked: string[] = []
  await page.route(/^https:/, async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<h1>The player of the site</h1>' })
  })
  await site(t, { stage, page, asked })
  await chapters(t, { stage, page, asked })
  await files(t, { stage, page, asked })
  await limits(t, stage, page)
  await fetched(t, { stage, page, asked })
})

interface Scene {
  readonly stage: Stage
  readonly page: Page
  /** addresses of other sites that the browser has requested */
  readonly asked: string[]
}

async function open({ stage, page, asked }: Scene, title: string, content: string): Promise<number> {
  const [id] = await saveTitles(stage, [title], { content, language: 'en' })
  await page.goto(`${stage.base}/view/${id}`, { waitUntil: 'networkidle' })
  assert.deepEqual(asked, [], 'nothing is requested from another site')
  return id!
}

async function site(t: TestContext, scene: Scene): Promise<void> {
  const { page, asked } = scene
  await t.test('the still shows the length, and loads the player of the site after a click only', async () => {
    await open(scene, 'Ice', TEXT + still(VIDEO))
    assert.equal(await page.getAttribute(play, 'data-label'), 'Watch the video · 12:04')
    assert.equal(await page.getAttribute(play, 'href'), VIDEO)
    await page.locator(play).focus()
    await page.keyboard.press('Enter')
    const inner = page.frameLocator(FRAME).frameLocator('iframe')
    await inner.getByText('The player of the site').waitFor()
    assert.deepEqual(asked.splice(0), ['https://www.youtube-nocookie.com/embed/iCe_s0ngs42?autoplay=1'])
    assert.equal(await page.isVisible(play), false)
  })

  await t.test('a refresh of the page leaves the player alone', async () => {
    await page.evaluate(`
      globalThis.playing = document.querySelector('.player-frame')
      globalThis.isRefreshed = false
      addEventListener('turbo:render', () => { globalThis.isRefreshed = true }, { once: true })
      Turbo.session.refresh(location.href)
    `)
    await until('the page is refreshed', () => page.evaluate<boolean>('isRefreshed'))
    assert.equal(await page.evaluate("document.querySelector('.player-frame') === playing"), true)
    assert.deepEqual(asked, [])
  })

  await t.test('a page that is opened again does not play by itself', async () => {
    await page.evaluate("Turbo.visit('/annotations')")
    await page.waitForURL('**/annotations')
    await page.goBack()
    await page.waitForSelector(play)
    assert.equal(await page.locator(FRAME).count(), 0)
    assert.deepEqual(asked, [])
  })

  await t.test('axe finds nothing beside the still', async () => {
    await open(
      scene,
      'Axe',
      TEXT + still(VIDEO) + `<figure><figcaption><a href="${TUBE}">A walk</a></figcaption></figure>`,
    )
    await loadAxe(page)
    for (const width of [1280, 390]) assert.deepEqual(await axeFindings(page, { theme: 'light', width }), [])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await t.test('a video without a picture has a still too, on PeerTube without exchange between viewers', async () => {
    await open(
      scene,
      'Walk',
      `${TEXT}<figure><figcaption><a href="${TUBE}">A walk</a> · PeerTube</figcaption></figure>`,
    )
    await page.locator(play).click()
    await until('the player is requested', async () => asked.length > 0)
    assert.deepEqual(asked.splice(0), [
      'https://tube.example/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d?p2p=0&autoplay=1',
    ])
  })
}

async function chapters(t: TestContext, scene: Scene): Promise<void> {
  await t.test('a chapter starts the video at its time', async () => {
    const { page, asked } = scene
    const list = `<h2>Chapters</h2><ul><li><a href="${VIDEO}&amp;t=90s">1:30</a> The whistle</li></ul>`
    await open(scene, 'Chapters', still(VIDEO) + TEXT + list)
    await page.getByRole('link', { name: '1:30' }).click()
    await until('the player is requested', async () => asked.length > 0)
    assert.deepEqual(asked.splice(0), ['https://www.youtube-nocookie.com/embed/iCe_s0ngs42?autoplay=1&start=90'])
  })
  await t.test('so does a line of show notes that begins with a time', async () => {
    const { page, asked } = scene
    await open(scene, 'Notes', `${still(VIDEO)}${TEXT}<p>0:00 Hello<br>2:05 The whistle</p>`)
    await page.getByRole('link', { name: 'Play from 2:05' }).focus()
    await page.keyboard.press('Enter')
    await until('the player is requested', async () => asked.length > 0)
    assert.deepEqual(asked.splice(0), ['https://www.youtube-nocookie.com/embed/iCe_s0ngs42?autoplay=1&start=125'])
  })
}

async function files(t: TestContext, scene: Scene): Promise<void> {
  await t.test('the file of a podcast is played by the browser, and requested after a click only', async () => {
    const { page, asked } = scene
    const content = `<figure><audio src="https://files.example/1.mp3" controls=""></audio><figcaption>Episode 1 · 4:13</figcaption></figure>`
    await open(scene, 'Podcast', content + TEXT)
    assert.equal(await page.getAttribute(play, 'data-label'), 'Listen to the audio · 4:13')
    await page.locator(play).click()
    await page.frameLocator(FRAME).locator('audio').waitFor()
    await until('the file is requested', async () => asked.length > 0)
    assert.deepEqual([...new Set(asked.splice(0))], ['https://files.example/1.mp3'])
  })
}

/** Each kind of page as its site sends it, with the request that a click on the still causes. */
const PAGES = {
  vimeo: [
    '<meta property="og:video:url" content="https://player.vimeo.com/video/76979871">',
    'https://player.vimeo.com/',
  ],
  youtube: [
    `<meta property="og:video" content="https://www.youtube.com/embed/iCe_s0ngs42">`,
    'https://www.youtube-nocookie.com/',
  ],
  peertube: [
    `<meta property="og:video:url" content="${TUBE.replace('/w/', '/videos/embed/')}">`,
    'https://tube.example/',
  ],
  file: ['<meta property="og:video" content="https://files.example/ice.mp4">', 'https://files.example/ice.mp4'],
  podcast: [
    '<script type="application/ld+json">{"@type":"PodcastEpisode","name":"Ice","associatedMedia":{"contentUrl":"https://files.example/ice.mp3"}}</script>',
    'https://files.example/ice.mp3',
  ],
} as const

async function fetched(t: TestContext, { stage, page, asked }: Scene): Promise<void> {
  const { app } = stage
  for (const [name, [head, request]] of Object.entries(PAGES)) {
    await t.test(`a fetched page plays after a click: ${name}`, async () => {
      const type = name === 'podcast' ? 'article' : 'video.other'
      const titles = `<title>Ice</title><meta property="og:type" content="${type}"><meta property="og:title" content="Ice"><meta property="og:description" content="0:00 Start">`
      const body = name === 'podcast' ? `<article>${TEXT}</article>` : '<div id="app"></div>'
      const html = `<!doctype html><html lang="en"><head>${titles}${head}</head><body>${body}</body></html>`
      app.site.page(`/${name}`, answering(html))
      const { id } = await app.save(app.alice, `${app.site.url}/${name}`)
      await page.goto(`${stage.base}/view/${id}`, { waitUntil: 'networkidle' })
      assert.deepEqual(asked, [])
      await page.locator(play).first().click()
      await until('the player is requested', async () => asked.length > 0)
      assert.ok(asked.splice(0).every((one: string) => one.startsWith(request)))
    })
  }
}

async function limits(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('the page of a player allows one site, and only what the article contains', async () => {
    const [id] = await saveTitles(stage, ['Limits'], {
      content: `<p><a href="https://a.example/">x</a></p>${still(VIDEO)}`,
    })
    const answer = await page.request.get(`${stage.base}/player/${id}/1?start=5`)
    assert.match(answer.headers()['content-security-policy'] ?? '', /frame-src https:\/\/www\.youtube-nocookie\.com;/)
    assert.match(await answer.text(), /start=5/)
    const policy = (await page.request.get(`${stage.base}/view/${id}`)).headers()['content-security-policy']
    assert.match(policy ?? '', /frame-src 'self';/)
    for (const path of [`${id}/0`, `${id}/2`, `${id}/x`, `${id}/-1`, `${id! + 1}/1`]) {
      assert.equal((await page.request.get(`${stage.base}/player/${path}`)).status(), 404, path)
    }
    const injected = await page.request.get(`${stage.base}/player/${id}/1?start=1%22%3E&start=2`)
    assert.doesNotMatch(await injected.text(), /start=/)
  })

  await t.test('without scripts, the still is a link to the original', async () => {
    const [id] = await saveTitles(stage, ['Plain'], { content: still(VIDEO) })
    const context = await stage.browser.newContext({ javaScriptEnabled: false })
    await context.addCookies(await page.context().cookies())
    const plain = await context.newPage()
    await plain.goto(`${stage.base}/view/${id}`)
    await untilText(plain, 'figcaption', /Ice songs/)
    assert.equal(await plain.getAttribute('figure a', 'href'), VIDEO)
    await context.close()
  })
}
