import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { answering } from '../support/site.ts'
import { look, openPanel, type Screen } from './axe.fixture.ts'
import { openPage, openStage, signIn, until, type Stage } from './service-and-browser.fixture.ts'

test('axe finds no problem on collections and small pages, and on every panel that opens over a page', async (t) => {
  const stage = await openStage(t)
  const { article, collection, failed, paths } = await makeLibrary(stage)
  const page = await signIn(stage)
  for (const screen of [...READER(article, failed), ...LISTS(article, collection)]) await look(t, stage, page, screen)
  // The content security policy of public pages contains `sandbox` without `allow-scripts`, so axe could not run.
  const visitor = await openPage(stage, { bypassCSP: true })
  for (const screen of PUBLIC(paths)) await look(t, stage, visitor, screen)
})

const PART = `<p>${'Forty people stood in a line and handed each stone on. '.repeat(8)}</p>`
const CODE =
  '<pre><code class="language-js">// Twice a day.\nconst tide = (hour) => `low at ${hour + 6}`\n</code></pre>'
/** The header of a GIF image of 1200 by 800 pixels. Layout needs nothing else. */
const GIF = Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.from([0xb0, 4, 0x20, 3, 0, 0, 0, 1, 0x3b])])

async function makeLibrary({ app }: Stage) {
  const save = (title: string, fields = {}) =>
    app.save(app.alice, `${app.site.url}/article/${title}`, { title, content: PART, language: 'en', ...fields })
  app.site.page('/wall.gif', answering(GIF, 'image/gif'))
  const picture = `<figure><img src="${app.site.url}/wall.gif" alt="A wall" width="1200" height="800"></figure>`
  const linked = `<p><a href="https://example.org/"><img src="${app.site.url}/wall.gif" alt=""></a></p>`
  const { id: article } = await save('wall', {
    content: `<h2>Low water</h2>${PART}${CODE}${linked}<h2>Stones</h2>${PART}${CODE}${picture}<h2>The end</h2>${PART}`,
    tags: 'long read',
    public: 1,
  })
  await save('sea')
  const { id: failed } = await app.save(app.alice, `${app.site.url}/not-found`)
  await until('the picture is copied', async () => {
    const rows = await app.database.prepare<object>('select entry_id from entry_image').all()
    return rows.length > 0
  })
  const payload = { name: 'Night reading', query: 'tag:"long read"', published: 1 }
  const made = await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload })
  const { uid } = (await app.ask(app.alice, { url: `/api/entries/${article}` })).json<{ uid: string }>()
  const range = { start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '11' }
  const annotation = { ranges: [range], quote: 'Forty people', text: 'A note on this.' }
  await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${article}`, payload: annotation })
  const { id: collection, public_url: publicCollection } = made.json<{ id: number; public_url: string }>()
  return { article, failed, collection, paths: [`/share/${uid}`, new URL(publicCollection).pathname] }
}

async function openBarMenu(page: Page): Promise<void> {
  await page.check('.card:first-child .card-check input', { force: true })
  await page.click('.bulk-tags > summary')
}

const openCardPanel = (name: string, panel: string) => async (page: Page) => {
  await page.evaluate(`document.querySelector('.card [data-action-name=${name}]').click()`)
  await page.waitForSelector(`#${panel}:popover-open`)
}

const opening = (selector: string) => async (page: Page) => page.click(selector)

const READER = (article: number, failed: number): readonly Screen[] => [
  { name: 'article with code', path: `/view/${article}`, isEveryTheme: true },
  { name: 'article with its contents open', path: `/view/${article}`, act: openAll },
  {
    name: 'article with the menu open',
    path: `/view/${article}`,
    act: (page) => openPanel(page, '[popovertarget=more-menu]'),
  },
  {
    name: 'article with the tags open',
    path: `/view/${article}`,
    act: (page) => openPanel(page, '[popovertarget=tags-panel]'),
  },
  { name: 'article with a large picture', path: `/view/${article}`, act: enlarge },
  { name: 'article with the ends of a highlight', path: `/view/${article}`, act: showSteps },
  { name: 'a page that could not be fetched', path: `/view/${failed}` },
  { name: 'details of an article, with the log open', path: `/view/${article}/info`, act: openAll },
  { name: 'collections of an article', path: `/view/${article}/collections` },
]

async function enlarge(page: Page): Promise<void> {
  await page.click('.prose a.zoom')
  await page.waitForSelector('.zoom-dialog[open]')
}

async function showSteps(page: Page): Promise<void> {
  await page.waitForSelector('[data-notes-ready]')
  await page.click('mark.annotation >> nth=0')
  await page.getByRole('slider', { name: 'End of the highlight' }).click()
  await page.waitForSelector('.passage-steps:not([hidden])')
}

const openAll = (page: Page) =>
  page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")

const LISTS = (article: number, collection: number): readonly Screen[] => [
  { name: 'search that was not understood', path: '/search?q=is%3Afoo%20time%3Aabc' },
  { name: 'list with the account menu open', path: '/', act: opening('.account-nav summary') },
  { name: 'list with all actions of a card', path: '/', act: showActions },
  { name: 'list with the tags of a card open', path: '/', act: openCardPanel('tags', 'card-tags') },
  { name: 'list with the collections of a card', path: '/', act: openCardPanel('collect', 'card-collections') },
  { name: 'list with the menu of the bar open', path: '/', act: openBarMenu },
  { name: 'list with suggestions for the search', path: '/', act: (page) => suggest(page, '#rail-search') },
  { name: 'search with suggestions', path: '/search', act: (page) => suggest(page, '#q') },
  { name: 'entries in progress', path: '/reading/list' },
  { name: 'collections', path: '/collections' },
  { name: 'a new collection', path: '/collections/new' },
  { name: 'a collection with its menu open', path: `/collections/${collection}`, act: opening('main .menu summary') },
  { name: 'the form of a collection', path: `/collections/${collection}/edit` },
  { name: 'entries for a number of minutes', path: '/minutes' },
  { name: 'the daily review', path: '/review', act: openAll },
  { name: 'highlights that are no longer reviewed', path: '/review/left' },
  { name: 'tags that a word finds', path: '/tag/list?q=nothing' },
  { name: 'an address from elsewhere', path: '/bookmarklet?url=https%3A%2F%2Fexample.org%2F' },
  { name: 'settings of saving', path: '/config/saving', act: openAll },
  { name: 'settings for offline reading', path: '/config/offline' },
  { name: 'events of the account', path: '/config/security/activity' },
  { name: 'an article that is shared', path: `/view/${article}` },
]

/** Opens the actions of a card, as a long press does. */
const showActions = (page: Page) => page.evaluate("document.querySelector('.card').toggleAttribute('data-all', true)")

async function suggest(page: Page, field: string): Promise<void> {
  await page.focus(field)
  await page.keyboard.type('is:')
  await page.waitForSelector('[role=listbox] [role=option]')
}

const PUBLIC = (paths: readonly string[]): readonly Screen[] => [
  ...paths.map((path) => ({ name: `a public page, ${path.slice(0, 4)}`, path })),
  { name: 'a public page that does not exist', path: `/share/${'x'.repeat(22)}` },
]
