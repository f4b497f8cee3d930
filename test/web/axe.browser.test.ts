import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { look, openLook, type Screen } from './axe.fixture.ts'
import { openStage, saveTitles, signIn, titles, until, type Stage } from './service-and-browser.fixture.ts'

test('axe finds no problem on lists, search, tags and articles, in light and dark, on a desktop and a phone', async (t) => {
  const stage = await openStage(t)
  const article = await makeLibrary(stage)
  const page = await signIn(stage)
  for (const screen of [...LISTS, ...READING(article)]) await look(t, stage, page, screen)
})

const PART = `<p>${'Forty people stood in a line and handed each stone on. '.repeat(8)}</p>`
const ARTICLE = `<p>A wall with <a href="https://example.org/x">a link</a> and <code>code</code>.</p><h2>Low water</h2>${PART}<h2>Stones</h2>${PART}<blockquote>${PART}</blockquote><h2>The end</h2>${PART}<table><tr><th>Year</th></tr><tr><td>1</td></tr></table><pre><code>a b</code></pre>`

/** Creates a list with cards of every kind. @returns the id of the entry to open */
async function makeLibrary(stage: Stage): Promise<number> {
  const { app } = stage
  await saveTitles(stage, ['Elm', 'Dill'], { tags: 'garden, trees', starred: 1 })
  await app.save(app.alice, `${app.site.url}/not-found`)
  const [id] = await saveTitles(stage, ['The wall'], { content: ARTICLE, language: 'en', tags: 'long read' })
  for (const [paragraph, text] of [
    [1, ''],
    [2, 'A note on this.'],
  ] as const) {
    const range = { start: `/p[${paragraph}]`, startOffset: '0', end: `/p[${paragraph}]`, endOffset: '6' }
    const payload = { ranges: [range], quote: 'A wall', text }
    await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${id}`, payload })
  }
  return id!
}

const tick = (page: Page) => page.check('.card:first-child .card-check input', { force: true })

const LISTS: readonly Screen[] = [
  { name: 'list of cards', path: '/', isEveryTheme: true },
  {
    name: 'list with filters open',
    path: '/all/list?sort=title&tag=garden',
    act: (page) => page.click('.filters summary'),
  },
  { name: 'list with cards chosen', path: '/all/list', act: tick },
  { name: 'list with a message', path: '/all/list', act: starFirst },
  { name: 'list with the keys', path: '/all/list', act: showKeys },
  { name: 'list where nothing fits', path: '/all/list?tag=nothing' },
  { name: 'search', path: '/search' },
  { name: 'search that found something', path: '/search?q=wall', act: untilFound },
  { name: 'search that found nothing', path: '/search?q=unheard' },
  { name: 'tags', path: '/tag/list', act: (page) => page.click('.tag-row summary >> nth=0') },
  { name: 'annotations', path: '/annotations', isEveryTheme: true },
  {
    name: 'annotations with filters and files open',
    path: '/annotations?color=yellow',
    act: async (page) => {
      for (const place of [0, 1]) await page.locator('.filters summary').nth(place).click()
    },
  },
  { name: 'recent changes', path: '/history' },
  { name: 'keys', path: '/help/keys' },
  { name: 'refused address', path: '/', act: refuseAddress },
  { name: 'nothing at this address', path: '/nowhere' },
  { name: 'signing out', path: '/logout' },
]

async function starFirst(page: Page): Promise<void> {
  await page.focus('.card-title a')
  await page.keyboard.press('f')
  await page.waitForSelector('.toast')
}

async function showKeys(page: Page): Promise<void> {
  await page.keyboard.press('?')
  await page.waitForSelector('dialog[open] .keys')
}

async function untilFound(page: Page): Promise<void> {
  await until('the search knows the text', async () => {
    await page.reload()
    return (await titles(page)).length > 0
  })
}

async function refuseAddress(page: Page): Promise<void> {
  await page.fill('[name="entry[url]"]', 'no address')
  await page.click('.add > button')
  await page.waitForSelector('#entry_url-error')
}

async function selectText(page: Page): Promise<void> {
  await page.waitForSelector('[data-notes-ready]')
  await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.prose p'))`)
  await page.waitForSelector('#annotate-bar:not([hidden])')
}

async function leaveDraft(page: Page): Promise<void> {
  await selectText(page)
  await page.keyboard.press('m')
  await page.keyboard.type('a draft')
  await page.keyboard.press('Escape')
  await page.waitForSelector('.note-unsent')
}

const READING = (id: number): readonly Screen[] => [
  { name: 'article with its parts and annotations', path: `/view/${id}`, isEveryTheme: true },
  {
    name: 'article with the look open',
    path: `/view/${id}`,
    act: openLook,
  },
  { name: 'article with a note open', path: `/view/${id}`, act: (page) => page.click('mark.annotation >> nth=0') },
  { name: 'article with selected text', path: `/view/${id}`, act: selectText },
  { name: 'article with a draft', path: `/view/${id}`, act: leaveDraft },
  { name: 'editing an article', path: `/edit/${id}` },
]
