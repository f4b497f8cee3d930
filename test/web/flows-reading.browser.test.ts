import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import {
  openStage,
  PHONE,
  saveTitles,
  signIn,
  titles,
  until,
  untilText,
  type Stage,
} from './service-and-browser.fixture.ts'
import { dragByFinger, pressUntilSelected } from './touch-gestures.fixture.ts'
import { selectForBar } from './select-text.fixture.ts'

const TEXT = `<p>The wall was built by people.</p>${'<p>Each stone was handed from one pair of arms to the next.</p>'.repeat(40)}`

test('reading in a browser', async (t) => {
  const stage = await openStage(t)
  const ids = await saveTitles(stage, ['Ash', 'Birch', 'Cedar'], { content: TEXT, language: 'en' })
  const page = await signIn(stage)
  await annotationKeys(t, stage, page, ids[1]!)
  await lookKeys(t, stage, page, ids[1]!)
  await goingKeys(t, stage, page, ids)
  await stateKeys(t, stage, page, ids[1]!)
  await touch(t, stage, ids[1]!)
  await touchSelection(t, stage, ids[2]!)
  await finger(t, stage, ids[0]!)
  assert.deepEqual(stage.complaints, [])
})

const untilMarked = (page: Page, expected: readonly string[]) =>
  until(`marks on ${expected.join()}`, async () => {
    const marks = await page.locator('.prose mark.annotation').allTextContents()
    return marks.join() === expected.join()
  })

async function annotationKeys(t: TestContext, { base }: Stage, page: Page, id: number): Promise<void> {
  await t.test('h highlights the selection, m adds a note, and the note is changed', async () => {
    await page.goto(`${base}/view/${id}`)
    await selectForBar(page, 'wall was')
    await page.keyboard.press('h')
    await untilMarked(page, ['wall was'])
    await selectForBar(page, 'people')
    await page.keyboard.press('m')
    await page.waitForSelector('.note-editor:popover-open')
    await page.keyboard.type('Who? a h z')
    await page.click('.note-editor:popover-open .button')
    await untilText(page, '.annotation-item .note', 'Who? a h z')
    await page.click('mark.annotation >> text=people')
    await page.fill('.note-editor:popover-open textarea', 'Forty of them')
    await page.click('.note-editor:popover-open .button')
    await untilText(page, '.annotation-item .note', 'Forty of them')
    await page.goto(`${base}/annotations`)
    assert.match(await page.innerText('main'), /Forty of them/)
  })
}

async function lookKeys(t: TestContext, { base }: Stage, page: Page, id: number): Promise<void> {
  await t.test('keys make the text larger and smaller, wider and narrower, and change the theme', async () => {
    await page.goto(`${base}/view/${id}`)
    const look = (name: string) => page.getAttribute('html', `data-${name}`)
    const steps = [
      ['+', 'size', '5'],
      ['-', 'size', '4'],
      [']', 'width', '4'],
      ['[', 'width', '3'],
      ['v', 'theme', 'light'],
      ['v', 'theme', 'sepia'],
    ] as const
    for (const [key, name, value] of steps) {
      const kept = page.waitForResponse((answer) => answer.url().endsWith('/look'))
      await page.keyboard.press(key)
      await kept
      assert.equal(await look(name), value, key)
    }
    await page.reload()
    assert.equal(await look('theme'), 'sepia')
  })
}

async function goingKeys(t: TestContext, { base }: Stage, page: Page, ids: readonly number[]): Promise<void> {
  await t.test(
    'J and K move through the list, i opens the details, o the original, u and Escape the list',
    async () => {
      const [ash, birch, cedar] = ids
      await page.goto(`${base}/view/${cedar}?list=unread`)
      for (const [key, title] of [
        ['J', 'Birch'],
        ['J', 'Ash'],
        ['K', 'Birch'],
      ] as const) {
        await page.keyboard.press(key)
        await untilText(page, 'main h1', title)
      }
      await page.keyboard.press('i')
      await page.waitForURL(new RegExp(`/view/${birch}/info`))
      // The address changes before the page does.
      await untilText(page, 'main h1', 'Article details')
      await page.goBack()
      await untilText(page, 'main h1', 'Birch')
      await page.keyboard.press('o')
      await page.waitForURL(/\/article\/birch$/)
      for (const key of ['u', 'Escape']) {
        await page.goto(`${base}/view/${ash}?list=unread`)
        await page.keyboard.press(key)
        await page.waitForURL(/\/unread\/list$/)
        await until('the list', async () => (await titles(page)).length === 3)
      }
    },
  )
}

async function stateKeys(t: TestContext, { base }: Stage, page: Page, id: number): Promise<void> {
  const value = (name: string) => page.getAttribute(`[data-action-name=${name}]`, 'value')
  await t.test('f stars, t opens the tags, a archives, and # deletes with undo', async () => {
    await page.goto(`${base}/view/${id}?list=unread`)
    await page.keyboard.press('f')
    await until('it is starred', async () => (await value('star')) === '0')
    await page.keyboard.press('t')
    await page.waitForSelector('#tags-panel:popover-open')
    await page.keyboard.press('Escape')
    await page.waitForSelector('#tags-panel:not(:popover-open)', { state: 'attached' })
    assert.match(page.url(), new RegExp(`/view/${id}`))
    await page.keyboard.press('a')
    await until('it is archived', async () => (await value('archive').catch(() => '0')) === '0')
    await page.goto(`${base}/view/${id}?list=archive`)
    await page.keyboard.press('#')
    await page.waitForURL((url) => !url.pathname.startsWith('/view/'))
    await untilText(page, '.notice', /Deleted/)
    await page.keyboard.press('z')
    await page.goto(`${base}/archive/list`)
    await until('it is back', async () => {
      await page.reload()
      return (await titles(page)).includes('Birch')
    })
  })
}

async function touchSelection(t: TestContext, stage: Stage, id: number): Promise<void> {
  await t.test(
    'on a phone selected text brings the same bar, below it, and its buttons highlight and take notes',
    async () => {
      const page = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
      await page.goto(`${stage.base}/view/${id}`)
      await page.waitForSelector('[data-notes-ready]')
      await page.tap('.prose p >> nth=1')
      await selectForBar(page, 'Each stone')
      const words = await page.evaluate<number>('getSelection().getRangeAt(0).getBoundingClientRect().bottom')
      const bar = (await page.locator('#annotate-bar').boundingBox())!
      assert.ok(bar.y >= words && bar.x >= 0 && bar.x + bar.width <= PHONE.width, JSON.stringify({ bar, words }))
      for (const button of await page.locator('#annotate-bar button').all()) {
        const box = (await button.boundingBox())!
        assert.ok(box.width >= 44 && box.height >= 40, JSON.stringify(box))
      }
      await page.tap('#annotate-bar [data-color=blue]')
      await page.waitForSelector('.prose mark.annotation[data-color=blue]')
      await page.tap('.prose p >> nth=2')
      await selectForBar(page, 'pair of arms')
      await page.tap('#annotate-bar [data-action-name=note]')
      assert.equal(await page.evaluate('document.activeElement.id'), 'note-box-text')
      await page.check('#note-box [value=green]')
      const [quote, mark] = await page.$eval('#note-box', (box) => {
        const style = getComputedStyle(box.querySelector('.note-quote')!)
        return ['--mark', '--mark-green'].map((name) => style.getPropertyValue(name))
      })
      assert.equal(quote, mark, 'the quote has the chosen colour')
      await page.focus('#note-box-text')
      await page.keyboard.type('by hand')
      await page.tap('#note-box .button')
      await until('the note', async () =>
        (await page.locator('.annotation-item .note').allInnerTexts()).includes('by hand'),
      )
      await page.context().close()
    },
  )
}

async function finger(t: TestContext, stage: Stage, id: number): Promise<void> {
  await t.test(
    'a finger that rests on a word selects it, highlights it, and drags the end of the highlight',
    async () => {
      const page = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
      await page.goto(`${stage.base}/view/${id}`)
      await page.waitForSelector('[data-notes-ready]')
      const text = (await page.locator('.prose p >> nth=1').boundingBox())!
      await pressUntilSelected(page, { x: text.x + 20, y: text.y + 15 })
      await page.waitForSelector('#annotate-bar:not([hidden])')
      await page.tap('#annotate-bar [data-action-name=highlight]')
      const mark = page.locator('.prose p >> nth=1').locator('mark.annotation')
      await until('the word is marked', async () => (await mark.count()) === 1)
      assert.equal(await mark.innerText(), 'Each')
      await mark.tap()
      const end = page.getByRole('slider', { name: 'End of the highlight' })
      const box = (await end.boundingBox())!
      assert.ok(box.width >= 44, `${box.width} pixels are too narrow for a finger`)
      await dragByFinger(page, end, { x: box.x + box.width / 2 + 100, y: box.y + box.height / 2 })
      await until('more words are marked', async () => /^Each stone \w+/.test((await mark.allInnerTexts()).join('')))
      const saved = async () => {
        const answer = await stage.app.ask(stage.app.alice, { url: `/api/annotations/${id}` })
        return answer.json<{ rows: { quote: string }[] }>().rows.some(({ quote }) => /^Each stone \w+/.test(quote))
      }
      await until('they are saved', saved)
      await page.tap('#note-box .button')
      await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
      await selectForBar(page, 'wall')
      await page.tap('#annotate-bar [data-action-name=highlight]')
      await page.tap('mark.annotation >> text=wall')
      const [sheet, first] = await Promise.all(
        ['#note-box', 'mark.annotation'].map((one) => page.locator(one).first().boundingBox()),
      )
      assert.ok(first!.y >= sheet!.y + sheet!.height, 'the box covers the highlight')
      await page.context().close()
    },
  )
}

async function touch(t: TestContext, stage: Stage, id: number): Promise<void> {
  await t.test('on a phone every button of the bar is within reach of a thumb', async () => {
    const page = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await page.goto(`${stage.base}/view/${id}`)
    for (const name of ['back', 'archive', 'star', 'tags', 'look', 'more']) {
      const box = (await page.locator(`.reader-bar [data-action-name=${name}]`).boundingBox())!
      assert.ok(box.width >= 44 && box.height >= 44, `${name}: ${JSON.stringify(box)}`)
      assert.ok(box.y > PHONE.height / 2 && box.x >= 0 && box.x + box.width <= PHONE.width, name)
    }
    await page.tap('[data-action-name=look]')
    await page.tap('.choice-button[value=black]')
    await until('the theme', async () => (await page.getAttribute('html', 'data-theme')) === 'black')
    await page.context().close()
  })
}
