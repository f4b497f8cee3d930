import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { openStage, saveTitles, signIn, until, untilText, type Stage } from './service-and-browser.fixture.ts'

const TEXT = `<p>The wall stood. It was built by <b>people</b>. Dr. Moss wrote about it.</p>
<h2>Stones</h2><ul><li>Granite. It lasts.<ul><li>Slate</li></ul></li></ul>
<blockquote><p>Each stone was handed on.</p></blockquote>
<table><tr><th>Year</th><td>1901</td></tr></table>${'<p>Nothing more was said.</p>'.repeat(30)}`

test('reading and highlighting by keyboard', async (t) => {
  const stage = await openStage(t)
  const ids = await saveTitles(stage, ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fir', 'Gorse'], {
    content: TEXT,
    language: 'en',
  })
  const page = await signIn(stage)
  await blocks(t, stage, page, ids[0]!)
  await growing(t, stage, page, ids[4]!)
  await returning(t, stage, page, ids[5]!)
  await stored(t, stage, page, ids[6]!)
  await unmoved(t, stage, page)
  await selecting(t, stage, page, ids[1]!)
  await heldBack(t, stage, page, ids[2]!)
  await refused(t, stage, page, ids[3]!)
  assert.deepEqual(stage.complaints, [])
})

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()')
const untilFocused = (page: Page, text: string) =>
  until(`the focus on "${text}"`, async () => (await focused(page)) === text)
const marked = async (page: Page) =>
  (await page.locator('.prose mark.annotation, .prose mark.annotation-draft').allTextContents())
    .join('')
    .replaceAll(/\s+/g, ' ')
const untilMarked = (page: Page, text: string) =>
  until(`a mark on "${text}"`, async () => (await marked(page)) === text)
const untilQuote = (page: Page, quote: string) => untilText(page, '.annotation-item blockquote', quote)
const selected = (page: Page) => page.evaluate<string>('String(getSelection())')
const open = async ({ base }: Stage, page: Page, id: number) => {
  await page.goto(`${base}/view/${id}`)
  await page.waitForSelector('[data-notes-ready]')
}

async function blocks(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('j and k move the focus through the blocks of the article, and the page follows', async () => {
    await open(stage, page, id)
    await press(page, 'j')
    await untilFocused(page, 'The wall stood. It was built by people. Dr. Moss wrote about it.')
    for (const text of ['Stones', 'Granite. It lasts.Slate', 'Slate', 'Each stone was handed on.', 'Year1901']) {
      await press(page, 'j')
      await untilFocused(page, text)
    }
    await press(page, 'k')
    await untilFocused(page, 'Each stone was handed on.')
    await press(page, ...Array.from({ length: 25 }, () => 'j'))
    const isVisible = 'document.activeElement.getBoundingClientRect().bottom < innerHeight'
    await until('the page has followed', () => page.evaluate<boolean>(`scrollY > 0 && ${isVisible}`))
    assert.equal(await page.locator('.prose [tabindex="-1"]').count(), 1)
  })
}

async function growing(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('h highlights a sentence, h and arrows with Shift change it, and m adds a note', async () => {
    await open(stage, page, id)
    await press(page, 'j', 'h')
    await untilMarked(page, 'The wall stood.')
    assert.equal(await page.textContent('#reading-status'), 'Highlighted: The wall stood.')
    await press(page, 'h')
    await untilQuote(page, 'The wall stood. It was built by people.')
    assert.equal(await page.textContent('#reading-status'), 'Extended to: It was built by people.')
    await press(page, 'Shift+ArrowDown')
    await untilQuote(page, 'The wall stood. It was built by people. Dr. Moss wrote about it.')
    await press(page, 'Shift+ArrowLeft')
    await untilQuote(page, 'The wall stood. It was built by people.')
    await untilMarked(page, 'The wall stood. It was built by people.')
    await press(page, 'm')
    await page.waitForSelector('#note-box:popover-open')
    await page.keyboard.type('Who a j?')
    await press(page, 'Control+Enter')
    await untilText(page, '.annotation-item .note', 'Who a j?')
    assert.equal(await page.locator('.annotation-item').count(), 1)
  })
  await t.test('the focus returns to the paragraph when the box for a note closes', async () => {
    await open(stage, page, id)
    await press(page, 'j', 'j', 'j')
    await untilFocused(page, 'Granite. It lasts.Slate')
    await press(page, 'm')
    await page.waitForSelector('#note-box:popover-open')
    await press(page, 'Escape')
    await untilFocused(page, 'Granite. It lasts.Slate')
    await press(page, 'm')
    await page.keyboard.type('Hard')
    await press(page, 'Control+Enter', 'j')
    await untilFocused(page, 'Slate')
    assert.equal(await page.locator('.prose [tabindex="-1"]').count(), 1)
  })
  await t.test('the box for a new note has no button that deletes it', async () => {
    await press(page, 'm')
    await page.waitForSelector('#note-box:popover-open')
    assert.equal(await page.isVisible('#note-box .button-danger'), false)
    await page.keyboard.type('Grey')
    await press(page, 'Escape', 'm')
    await page.waitForSelector('#note-box:popover-open .button-danger')
    await page.click('#note-box .button-danger')
  })
}

async function returning(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('m on a sentence that is highlighted already opens the note of its highlight', async () => {
    await open(stage, page, id)
    await press(page, 'j', 'h', 'h')
    await untilQuote(page, 'The wall stood. It was built by people.')
    await press(page, 'j', 'k', 'm')
    await page.waitForSelector('#note-box:popover-open')
    await untilText(page, '#note-box blockquote', 'The wall stood. It was built by people.')
    await page.keyboard.type('Later')
    await press(page, 'Control+Enter')
    await untilText(page, '.annotation-item .note', 'Later')
    assert.equal(await page.locator('.annotation-item').count(), 1)
  })
  await t.test('a note to a highlight that is being sent is added to it, instead of a second highlight', async () => {
    const held: Route[] = []
    await page.route('**/annotations', (route) => held.push(route))
    await press(page, 'j', 'j', 'h', 'j', 'k', 'm')
    await page.waitForSelector('#note-box:popover-open')
    await page.keyboard.type('Sooner')
    await press(page, 'Control+Enter')
    await Promise.all(held.map((route) => route.continue()))
    await page.unroute('**/annotations')
    await untilText(page, '.annotation-item:nth-child(2) .note', 'Sooner')
    assert.equal(await page.locator('.annotation-item').count(), 2)
  })
}

async function stored(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  const link = "document.activeElement.matches('.prose [data-annotation-link]')"
  await t.test('h on a sentence that is highlighted already says so, and focuses the highlight', async () => {
    await open(stage, page, id)
    await press(page, 'j', 'h')
    await untilQuote(page, 'The wall stood.')
    await press(page, 'j', 'k', 'h')
    await untilText(page, '.toast', 'Already highlighted')
    assert.ok(await page.evaluate<boolean>(link))
  })
  await t.test('the next block follows the one with the focused highlight', async () => {
    await press(page, 'j')
    await untilFocused(page, 'Stones')
  })
  await t.test('Delete deletes the focused highlight at once, z restores it, and the article stays', async () => {
    await press(page, 'k', 'h')
    assert.ok(await page.evaluate<boolean>(link))
    const held = Promise.withResolvers<void>()
    await page.route('**/annotations/*/delete', (route) => held.promise.then(() => route.continue()))
    await press(page, 'Delete')
    assert.equal(await marked(page), '')
    await untilText(page, '.toast p', 'Annotation deleted')
    held.resolve()
    await until('it is deleted', async () => (await page.locator('.toast form').count()) === 1)
    await page.unrouteAll({ behavior: 'wait' })
    await untilFocused(page, 'The wall stood. It was built by people. Dr. Moss wrote about it.')
    await press(page, 'z')
    await untilQuote(page, 'The wall stood.')
    await page.waitForSelector('html:not([aria-busy])')
    assert.match(await focused(page), /^The wall stood\. It was built/, 'the refresh leaves the focus')
    assert.equal(page.url(), `${stage.base}/view/${id}`)
  })
  await t.test('Backspace deletes a highlight in the list, and a highlight that was just made', async () => {
    await page.focus('.annotation-item blockquote a')
    await press(page, 'Backspace')
    await until('no annotation', async () => (await page.locator('.annotation-item').count()) === 0)
    await open(stage, page, id)
    await press(page, 'j', 'j', 'j', 'h')
    await untilMarked(page, 'Granite.')
    await press(page, 'Backspace')
    await untilMarked(page, '')
    await untilText(page, '.toast p', 'Annotation deleted')
    await untilFocused(page, 'Granite. It lasts.Slate')
  })
  await t.test('a highlight that could not be deleted appears again', async () => {
    await press(page, 'h')
    await untilQuote(page, 'Granite.')
    await page.route('**/annotations/*/delete', (route) => route.abort())
    await press(page, 'Delete')
    await untilText(page, '.toast', 'Couldn’t change the highlight. Try again.')
    assert.equal(await marked(page), 'Granite.')
    await page.unroute('**/annotations/*/delete')
    stage.complaints.length = 0
  })
  await t.test('without a focused highlight, Delete deletes the article', async () => {
    await open(stage, page, id)
    await press(page, 'Backspace', 'Delete')
    await page.waitForURL(stage.base + '/')
    await untilText(page, '.notice', /Gorse/)
  })
}

async function unmoved(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('a highlight moves no word to another line', async () => {
    const words = Array.from({ length: 60 }, (_, index) => 'stone wall harbour tide'.slice(index % 5, 9 + (index % 14)))
    const content = words.map((_, index) => `<p>At low water. ${words.slice(index % 9, 22 + index).join(' ')}.</p>`)
    const [id] = await saveTitles(stage, ['Unmoved'], { content: content.slice(0, 12).join(''), language: 'en' })
    await open(stage, page, id!)
    const lines = () =>
      page.locator('.prose > p').evaluateAll((all) =>
        all.map((one) => {
          const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
          const starts: string[] = []
          let bottom = -Infinity
          for (let node = text.nextNode(); node; node = text.nextNode()) {
            for (const { index } of node.textContent!.matchAll(/\S+/g)) {
              const word = document.createRange()
              word.setStart(node, index)
              word.setEnd(node, index + 1)
              const rect = word.getBoundingClientRect()
              if (rect.bottom > bottom + 9) starts.push(word.startContainer.textContent!.slice(index, index + 9))
              bottom = Math.max(bottom, rect.bottom)
            }
          }
          return starts.join('|')
        }),
      )
    const before = await lines()
    for (const count of before.keys()) {
      await press(page, 'j', 'h')
      await until('the highlight', async () => (await page.locator('.annotation-item').count()) === count + 1)
    }
    assert.deepEqual(await lines(), before)
  })
}

async function selecting(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test(
    'arrows with Shift select sentences, over the end of a block, before h or m applies to them',
    async () => {
      await open(stage, page, id)
      await press(page, 'j', 'j', 'j', 'Shift+ArrowDown')
      await until('a sentence', async () => (await selected(page)) === 'Granite.')
      await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight')
      await untilFocused(page, 'Slate')
      await press(page, 'Shift+ArrowUp')
      await until('two sentences', async () => (await selected(page)) === 'Granite. It lasts.')
      await press(page, 'm')
      await page.keyboard.type('Does it?')
      await press(page, 'Control+Enter')
      await untilText(page, '.annotation-item .note', 'Does it?')
      await untilQuote(page, 'Granite. It lasts.')
      await press(page, 'k')
      await press(page, 'Shift+ArrowDown', 'Shift+ArrowUp')
      await until('no selection', async () => (await selected(page)) === '')
    },
  )
}

/** Holds requests back until the returned function is called. */
async function hold(page: Page, pattern: string): Promise<() => Promise<void>> {
  const held: Route[] = []
  await page.route(pattern, (route) => void held.push(route))
  return async () => {
    for (const route of held) await route.continue()
    await page.unroute(pattern)
  }
}

async function heldBack(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('keys pressed before the server has answered apply in their order', async () => {
    await open(stage, page, id)
    const release = await hold(page, `**/view/${id}/annotations`)
    await press(page, 'j', 'h')
    await untilMarked(page, 'The wall stood.')
    await press(page, 'h', 'm')
    await page.keyboard.type('as')
    await release()
    await page.waitForSelector('#note-box:popover-open')
    await page.keyboard.type(' well')
    await press(page, 'Control+Enter')
    await untilText(page, '.annotation-item .note', 'as well')
    await untilQuote(page, 'The wall stood. It was built by people.')
    assert.equal(await page.locator('.annotation-item').count(), 1)
  })
}

async function refused(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('a refused extension is taken back with a message', async () => {
    await open(stage, page, id)
    await press(page, 'j', 'h')
    await untilQuote(page, 'The wall stood.')
    await page.route('**/annotations/*/passage', (route) => route.fulfill({ status: 409 }))
    await press(page, 'h')
    await untilText(page, '.toast p', /Couldn’t change the highlight/)
    await untilMarked(page, 'The wall stood.')
    await page.unroute('**/annotations/*/passage')
  })
}
