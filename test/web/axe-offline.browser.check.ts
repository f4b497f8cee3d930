import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { look, openLook, type Screen } from './axe.fixture.ts'
import {
  openStage,
  press,
  saveTitles,
  signIn,
  until,
  untilListed,
  untilText,
  untilWatched,
  type Stage,
} from './service-and-browser.fixture.ts'
import { countStored, cutNetwork, restoreNetwork, untilKept } from './offline-store.fixture.ts'

test('axe finds no problem on pages that the browser draws itself, with their panels open', async (t) => {
  const stage = await openStage(t)
  const { app } = stage
  const [article = 0, lost = 0] = await saveTitles(stage, ['One', 'Two', 'Three', 'Four'], { tags: 'harbour' })
  const payload = { name: 'Night reading', query: 'tag:harbour' }
  await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload })
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 4)
  await cutNetwork(stage, page)
  await page.goto(stage.base)
  await loseChange(stage, page, lost)
  await makeChanges(stage, page)
  for (const screen of SCREENS(article)) await look(t, stage, page, screen)
})

/** Adds a change to the outbox that the server will reject. */
async function loseChange(stage: Stage, page: Page, id: number): Promise<void> {
  const { app } = stage
  await press(page, 'Two', 'archive')
  await untilListed(page, ['Four', 'Three', 'One'])
  await app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${id}.json` })
  await restoreNetwork(stage, page)
  await page.goto(`${stage.base}/outbox`)
  await until('the change is refused', async () => {
    await page.reload()
    return (await page.locator('#problems').count()) === 1
  })
  await until('the deletion is known', async () => (await countStored(page, 'entries')) === 3)
  await cutNetwork(stage, page)
}

async function makeChanges(stage: Stage, page: Page): Promise<void> {
  await page.goto(stage.base)
  await press(page, 'Four', 'star')
  await page.waitForSelector('.card:has-text("Four") svg.star')
  await page.fill('[name="entry[url]"]', `${stage.app.site.url}/article/made-offline`)
  await page.keyboard.press('Enter')
  await untilListed(page, ['made-offline', 'Four', 'Three', 'One'])
}

async function openTags(page: Page): Promise<void> {
  await page.click('[data-action-name=tags]')
  await page.waitForSelector('[name=add]')
}

async function starFirst(page: Page): Promise<void> {
  await page.focus('.card-title a')
  await page.keyboard.press('f')
  await page.waitForSelector('.toast')
}

const SCREENS = (article: number): readonly Screen[] => [
  { name: 'list', path: '/' },
  { name: 'list with filters open', path: '/all/list?tag=harbour', act: (page) => page.click('.filters summary') },
  { name: 'list with a message', path: '/all/list', act: starFirst },
  {
    name: 'list with cards chosen',
    path: '/all/list',
    act: (page) => page.check('.card:first-child .card-check input', { force: true }),
  },
  { name: 'search with an explanation', path: '/search?q=told+tag:harbour' },
  { name: 'tags', path: '/tag/list' },
  { name: 'collections', path: '/collections' },
  { name: 'minutes', path: '/minutes' },
  { name: 'article', path: `/view/${article}` },
  { name: 'article with the look open', path: `/view/${article}`, act: openLook },
  { name: 'article with the tags open', path: `/view/${article}`, act: openTags },
  { name: 'outbox with pending and refused changes', path: '/outbox', act: untilRefusalShown },
  { name: 'what this browser keeps', path: '/config/offline' },
  { name: 'the daily review', path: '/review' },
  { name: 'a page that needs the server', path: '/config' },
]

const untilRefusalShown = (page: Page) => untilText(page, '#problems', /./)
