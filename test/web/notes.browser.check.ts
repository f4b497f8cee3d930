import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { enter, openStage, saveTitles, signIn, until, untilText, type Stage } from './service-and-browser.fixture.ts'
import { selectWords } from './select-text.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

const TEXT = `<p>The wall was built by people, for the people of the harbour.</p>${'<p>Each stone was handed on.</p>'.repeat(40)}`

for (const delay of DELAYS) {
  test(`notes in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const ids = await saveTitles(stage, ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fir'], {
      content: TEXT,
      language: 'en',
    })
    const page = await signIn(stage)
    await early(t, stage, page, ids[5]!)
    await pageNote(t, stage, page, ids[5]!)
    await writing(t, stage, page, ids[0]!)
    await drafting(t, stage, page, ids[1]!)
    await leaving(t, stage, page, ids[2]!)
    await colors(t, stage, page, ids[4]!)
    await tags(t, stage, page, ids[4]!)
    await offline(t, stage, page, ids[3]!)
    assert.deepEqual(stage.complaints, [])
  })
}

const BOX = '#note-box:popover-open textarea'
const TAGS = '#note-box:popover-open [name=tags]'
const isFocused = (page: Page) => page.evaluate<boolean>(`document.activeElement?.id === 'note-box-text'`)
const notes = async (page: Page) => (await page.locator('.annotation-item .note').allInnerTexts()).toSorted()
const untilNotes = (page: Page, expected: readonly string[]) =>
  until(`the notes ${expected.join(' | ')}`, async () => (await notes(page)).join() === expected.toSorted().join())

async function untouched({ app }: Stage, id: number): Promise<void> {
  const entry = (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<Record<string, unknown>>()
  assert.deepEqual([entry['is_archived'], entry['is_starred']], [0, 0], 'a letter of the note ran as a command')
}

async function pageNote(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('the note of the page is written in the middle of the text, and can be cancelled', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    await page.evaluate(`scrollTo({ top: 900, behavior: 'instant' })`)
    await page.keyboard.press('Shift+M')
    await page.keyboard.type('Not this')
    await page.click('#entry-note-editor button:has-text("Cancel")')
    await until('the form is closed', async () => (await page.locator('#entry-note-editor:popover-open').count()) === 0)
    assert.equal(await page.inputValue('#entry-note-text'), '')
    await page.keyboard.press('Shift+M')
    await page.keyboard.type('For the walk')
    await page.keyboard.press('Control+Enter')
    await untilText(page, '.toast p', 'Note saved')
    await untilText(page, '#entry-note .note', 'For the walk')
    assert.ok((await page.evaluate<number>('scrollY')) > 800, 'the page jumped to its top')
    await page.keyboard.press('Shift+M')
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+Enter')
    await until('the note is gone', async () => (await page.locator('#entry-note[hidden]').count()) === 1)
  })
  await t.test('the note of the page is written and changed by keyboard, and the focus is not lost', async () => {
    const focused = () => page.evaluate<string>('document.activeElement.id')
    await page.goto(`${stage.base}/view/${id}`)
    await page.keyboard.press('Shift+M')
    await page.keyboard.type('For the talk')
    await page.keyboard.press('Control+Enter')
    await untilText(page, '#entry-note .note', 'For the talk')
    await page.focus('#entry-note-edit')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' on Thursday')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await untilText(page, '#entry-note .note', 'For the talk on Thursday')
    await until('the button has the focus', async () => (await focused()) === 'entry-note-edit')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await until('the form is closed', async () => (await focused()) === 'entry-note-edit')
    await untouched(stage, id)
  })
  await t.test('Ctrl+Enter saves the note of the page before its script has arrived', async () => {
    const late = Promise.withResolvers<void>()
    await page.route('**/reading.js', async (route) => {
      await late.promise
      await route.continue()
    })
    await page.goto(`${stage.base}/view/${id}`, { waitUntil: 'domcontentloaded' })
    await page.waitForSelector('#entry-note-edit')
    await page.keyboard.press('Shift+M')
    await page.waitForSelector('#entry-note-text:focus')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' at noon')
    await page.keyboard.press('Control+Enter')
    await untilText(page, '#entry-note .note', 'For the talk on Thursday at noon')
    late.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await untouched(stage, id)
  })
}

async function early(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test(
    'text typed after m is not lost before the scripts for notes have arrived, and no letter is a command',
    async () => {
      const held: Route[] = []
      await page.route('**/reading.js', (route) => void held.push(route))
      await page.goto(`${stage.base}/view/${id}`, { waitUntil: 'domcontentloaded' })
      await until('the scripts are requested', async () => held.length > 0)
      await page.evaluate("getSelection().selectAllChildren(document.querySelector('.prose p'))")
      await page.keyboard.press('m')
      await page.keyboard.type('a fact to checkk')
      await page.keyboard.press('Backspace')
      for (const route of held) await route.continue()
      await until('the box is open', () => page.isVisible(BOX))
      assert.ok(await isFocused(page))
      await page.keyboard.type(', at once')
      assert.equal(await page.inputValue(BOX), 'a fact to check, at once')
      await page.keyboard.press('Control+Enter')
      await untilNotes(page, ['a fact to check, at once'])
      await untouched(stage, id)
      await page.unroute('**/reading.js')
    },
  )
}

async function writing(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('m opens the box at once, for every note, and typed text goes into it', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    const words = ['wall', 'was', 'built', 'people', 'for', 'the', 'of', 'harbour', 'Each', 'stone']
    for (const [index, word] of words.entries()) {
      await selectWords(page, word)
      await page.keyboard.press('m')
      assert.ok(await isFocused(page), `the box for “${word}” has the focus`)
      await page.keyboard.type(`a fact to check ${index}`)
      await page.keyboard.press(index % 2 ? 'Control+Enter' : 'Meta+Enter')
      assert.equal(await page.locator('#note-box:popover-open').count(), 0)
    }
    await untilNotes(
      page,
      words.map((_word, index) => `a fact to check ${index}`),
    )
    await untouched(stage, id)
    assert.equal(await page.locator('mark.annotation-draft, .note-unsent').count(), 0)
  })
  await t.test('an existing note is edited in the same box, from its mark and from its button', async () => {
    await page.click('mark.annotation >> text=harbour')
    assert.ok(await isFocused(page))
    assert.equal(await page.inputValue(BOX), 'a fact to check 7')
    await page.fill(BOX, 'a fact that was checked')
    await page.click('#note-box .button')
    await untilText(page, '.annotation-item .note', /a fact that was checked/)
    await page.locator('.annotation-item', { hasText: 'a fact that was checked' }).locator('[popovertarget]').click()
    assert.ok(await isFocused(page))
    assert.equal(await page.inputValue(BOX), 'a fact that was checked')
    await page.keyboard.press('Escape')
  })
  await t.test('while the box is open no key is a command, even without the focus in it', async () => {
    await page.click('mark.annotation >> text=harbour')
    await page.evaluate('document.activeElement.blur()')
    for (const key of ['a', 'f', '#', 'o', 'v']) await page.keyboard.press(key)
    assert.equal(await page.locator('#note-box:popover-open').count(), 1)
    assert.match(page.url(), new RegExp(`/view/${id}$`))
    await untouched(stage, id)
    await page.keyboard.press('Escape')
  })
}

async function colors(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  const colorOf = (words: string) => page.getAttribute(`mark.annotation >> text=${words}`, 'data-color')
  await t.test('a highlight has one of four named colours, and the last one is remembered', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    await selectWords(page, 'wall')
    await page.waitForSelector('#annotate-bar:not([hidden])')
    await page.getByRole('toolbar', { name: 'Annotate' }).getByRole('button', { name: 'Green' }).click()
    await until('a green mark', async () => (await page.locator('mark.annotation[data-color=green]').count()) === 1)
    await page.reload()
    await selectWords(page, 'harbour')
    await page.keyboard.press('h')
    await until('two green marks', async () => (await page.locator('mark.annotation[data-color=green]').count()) === 2)
    await page.click('mark.annotation >> text=wall')
    await page.getByRole('radio', { name: 'Pink' }).check({ force: true })
    await page.focus(BOX)
    await page.keyboard.press('Control+Enter')
    await until('a pink mark', async () => (await colorOf('wall')) === 'pink')
    await page.reload()
    assert.deepEqual([await colorOf('wall'), await colorOf('harbour')], ['pink', 'green'])
    assert.equal(await page.getByRole('img', { name: 'Pink' }).count(), 1)
  })
}

async function tags(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('tags are edited in the box of the note, kept as a draft, and shown below the note', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    await page.click('mark.annotation >> text=harbour')
    await page.fill(TAGS, 'Craft, sea')
    await page.keyboard.press('Escape')
    await page.waitForSelector('#note-box:not(:popover-open)', { state: 'attached' })
    await page.reload()
    await page.click('mark.annotation >> text=harbour')
    assert.equal(await page.inputValue(TAGS), 'Craft, sea')
    await page.focus(TAGS)
    await page.keyboard.press('Enter')
    await untilText(page, '.annotation-tags', /#craft[^]*#sea/)
    await page.click('mark.annotation >> text=harbour')
    assert.equal(await page.inputValue(TAGS), 'craft, sea')
    await page.keyboard.type('with a note')
    await page.keyboard.press('Control+Enter')
    await untilText(page, '.annotation-item:has-text("harbour") .note', 'with a note')
    await untilText(page, '.annotation-tags', /#craft[^]*#sea/)
    await page.getByRole('link', { name: '#sea' }).click()
    await untilText(page, '.chips', /#sea/)
    assert.equal(await page.locator('.quote-item').count(), 1)
  })
}

async function drafting(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('Escape keeps the text as a marked draft, which is restored when the note is opened again', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    await selectWords(page, 'harbour')
    await page.keyboard.press('m')
    await page.keyboard.type('a thought')
    await page.keyboard.press('Escape')
    await page.waitForSelector('#note-box:not(:popover-open)', { state: 'attached' })
    assert.equal(await page.textContent('mark.annotation-draft'), 'harbour')
    await page.reload()
    await page.click('mark.annotation-draft >> text=harbour')
    assert.equal(await page.inputValue(BOX), 'a thought')
    await page.keyboard.press('Escape')
    await selectWords(page, 'harbour')
    await page.keyboard.press('m')
    // A box that is closed and opened again at once must keep the draft and not send it.
    await page.evaluate(
      `document.querySelector('#note-box').hidePopover(); document.querySelector('mark.annotation-draft').click()`,
    )
    assert.equal(await page.inputValue(BOX), 'a thought')
    assert.equal(await page.locator('#note-box .note-draft').isVisible(), true)
    await page.keyboard.type(', finished')
    await page.keyboard.press('Control+Enter')
    await untilNotes(page, ['a thought, finished'])
    await until('no draft is left', async () => (await page.locator('mark.annotation-draft').count()) === 0)
    assert.equal(await page.evaluate(`Object.keys(localStorage).filter((key) => /notes/.test(key)).length`), 0)
  })
  await t.test('a draft of an existing note is marked in the list, and discarded with its button', async () => {
    await until('the box is open', async () => {
      if (await isFocused(page)) return true
      await page.click('mark.annotation >> text=harbour')
      return false
    })
    await page.keyboard.type(' not')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.click('.annotation-item .note-unsent')
    assert.equal(await page.inputValue(BOX), 'a thought, finished not')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('a thought, finished')
    await page.keyboard.press('Escape')
    await until('no draft is left', async () => (await page.locator('.note-unsent').count()) === 0)
    await selectWords(page, 'wall')
    await page.keyboard.press('m')
    await page.keyboard.type('nothing')
    await page.keyboard.press('Escape')
    await page.click('.note-unsent')
    await page.click('#note-box .button-danger')
    await until('no draft is left', async () => (await page.locator('mark.annotation-draft').count()) === 0)
    assert.deepEqual(await notes(page), ['a thought, finished'])
  })
}

async function leaving(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  const texts = async () => {
    const answer = await stage.app.ask(stage.app.alice, { url: `/api/annotations/${id}` })
    return answer.json<{ rows: { text: string }[] }>().rows.map(({ text }) => text)
  }
  const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['by another address', () => page.goto(`${stage.base}/help/keys`)],
    ['by a link of the app', () => page.evaluate(`document.querySelector('[data-action-name=back]').click()`)],
    ['back', () => page.goBack()],
  ]
  for (const [way, leave] of ways) {
    await t.test(`leaving the page ${way} sends an open note, once`, async () => {
      await page.goto(`${stage.base}/help/keys`)
      await page.goto(`${stage.base}/view/${id}`)
      await selectWords(page, 'wall')
      await page.keyboard.press('m')
      await page.keyboard.type(`left ${way}`)
      await leave()
      await until('it is sent', async () => (await texts()).includes(`left ${way}`))
      await page.goto(`${stage.base}/view/${id}`)
      await page.waitForSelector('[data-notes-ready]')
      assert.equal(await page.locator('.note-unsent').count(), 0)
      assert.equal((await texts()).filter((text) => text === `left ${way}`).length, 1)
    })
  }
}

/** Sends a request to the server, but fails it in the browser. */
async function lost(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

async function offline(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  await t.test('a note that could not be sent has its mark, and is sent when the network is back', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    await selectWords(page, 'harbour')
    await page.context().setOffline(true)
    await page.keyboard.press('m')
    await page.keyboard.type('written on a train')
    await page.keyboard.press('Control+Enter')
    await untilText(page, '.toast', /will be sent later/)
    assert.equal(await page.getAttribute('mark.annotation-draft .note-unsent', 'aria-label'), 'Waiting to be sent')
    await page.context().setOffline(false)
    await untilNotes(page, ['written on a train'])
    await until('no draft is left', async () => (await page.locator('mark.annotation-draft').count()) === 0)
  })
  await t.test('after an error of the server a note is sent when the page is opened again, once', async () => {
    await page.route('**/note', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await page.click('mark.annotation >> text=harbour')
    await page.keyboard.type(', and sent later')
    await page.keyboard.press('Control+Enter')
    await untilText(page, '.annotation-item .note-unsent', '')
    await untilText(page, '.toast', /will be sent later/)
    await page.unrouteAll()
    await page.goto(`${stage.base}/help/keys`)
    await page.goto(`${stage.base}/view/${id}`)
    await untilNotes(page, ['written on a train, and sent later'])
    await until('no draft is left', async () => (await page.locator('.note-unsent').count()) === 0)
  })
  await t.test('a lost response causes no second annotation', async () => {
    await page.route('**/annotations', lost, { times: 1 })
    await selectWords(page, 'people')
    await page.keyboard.press('h')
    await untilText(page, '.toast', /will be sent later/)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await until('the mark', async () => (await page.locator('mark.annotation >> text=people').count()) === 1)
    await until('no draft is left', async () => (await page.locator('mark.annotation-draft').count()) === 0)
    const answer = await stage.app.ask(stage.app.alice, { url: `/api/annotations/${id}` })
    assert.equal(answer.json<{ rows: unknown[] }>().rows.length, 2)
    await page.unrouteAll()
  })
  await t.test('the note of a signed-out reader is kept, and sent after the sign-in', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    await selectWords(page, 'wall')
    await page.context().clearCookies()
    await page.keyboard.press('m')
    await page.keyboard.type('after the session')
    await page.keyboard.press('Control+Enter')
    await untilText(page, '.toast', /session has ended.*will be sent after you sign in/)
    await page.reload()
    await enter(stage, page)
    await page.goto(`${stage.base}/view/${id}`)
    await untilNotes(page, ['written on a train, and sent later', 'after the session'])
  })
}
