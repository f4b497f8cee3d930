import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { THEMES } from '../../src/users/appearance.ts'
import { axeFindings, loadAxe } from './axe.fixture.ts'
import { openStage, saveTitles, signIn, until, untilText, type Stage } from './service-and-browser.fixture.ts'

const WIDE = { width: 1200, height: 800 }
const NOTE = '.margin-note'

const sentence = (number: number) => `Stone number ${number} was handed on at low water, as every stone before it.`
const paragraphs = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${`${sentence(from + index)} `.repeat(3)}</p>`).join('')
const article = (parts: number, count: number) =>
  Array.from({ length: parts }, (_, part) => `<h2>Part ${part}</h2>${paragraphs(part * count, count)}`).join('')

/** Saves an article with a note at each of the numbered sentences. */
async function saveWithNotes(
  stage: Stage,
  title: string,
  content: string,
  noted: ReadonlyMap<string, string>,
): Promise<number> {
  const { app } = stage
  const [id] = await saveTitles(stage, [title], { content, language: 'en' })
  for (const [quote, text] of noted) {
    const payload = { quote, ranges: [], text }
    await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${id}`, payload })
  }
  return id!
}

const noteAt = (numbers: readonly number[], text = 'A note') =>
  new Map(numbers.map((number) => [sentence(number), `${text} at ${number}`]))

interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const boxOf = (page: Page, selector: string): Promise<Box> =>
  page.evaluate<Box>(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().toJSON()`)
const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.evaluate<Box[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().toJSON())`,
  )

/** Waits until a note stands within a pixel beside the first line of its passage. */
const untilBeside = (page: Page, id: string): Promise<void> =>
  until('the note stands beside its passage', async () => {
    const [note, mark] = [await boxOf(page, `${NOTE}[data-annotation="${id}"]`), await boxOf(page, `#annotation-${id}`)]
    return Math.abs(note.top - mark.top) <= 1
  })

const idOf = async (page: Page, index: number): Promise<string> =>
  (await page.locator(NOTE).nth(index).getAttribute('data-annotation')) ?? ''

test('the margins of the reader', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage, { viewport: WIDE })
  await sides(t, stage, page)
  await dense(t, stage, page)
  await rightToLeft(t, stage, page)
  await many(t, stage, page)
})

async function sides(t: TestContext, stage: Stage, page: Page): Promise<void> {
  const id = await saveWithNotes(stage, 'Low water', article(8, 8), noteAt([2, 40]))
  await t.test(
    'contents stand on the left, and notes beside their passages on the right, from 1200 pixels',
    async () => {
      await page.goto(`${stage.base}/view/${id}`)
      await until('the notes are shown', async () => (await page.locator(NOTE).count()) === 2)
      await untilBeside(page, await idOf(page, 0))
      const [contents, prose, note] = [
        await boxOf(page, '.contents'),
        await boxOf(page, '.prose'),
        await boxOf(page, NOTE),
      ]
      assert.ok(contents.left >= 0 && contents.right < prose.left)
      assert.ok(note.left > prose.right && note.right <= WIDE.width)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    },
  )

  await t.test('the contents stay while the page is scrolled, and mark the current section', async () => {
    await page.locator('.contents a').nth(5).click()
    await untilText(page, '.contents [aria-current]', 'Part 5')
    const { top, bottom } = await boxOf(page, '.contents [aria-current]')
    assert.ok(top > 0 && bottom < WIDE.height)
  })

  await t.test('a note leads to its passage, and its button opens the note box', async () => {
    await page.locator(`${NOTE} a`).first().click()
    const passage = `#annotation-${await idOf(page, 0)}`
    await until('the passage is visible', async () => {
      const { top, bottom } = await boxOf(page, passage)
      return top > 0 && bottom < WIDE.height
    })
    await page.locator(`${NOTE} a`).first().focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#note-box:popover-open')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Changed in the margin')
    await page.keyboard.press('ControlOrMeta+Enter')
    await untilText(page, '.annotation-item .note', /^Changed in the margin/)
    await untilText(page, `${NOTE} a`, /^Changed in the margin/)
    await until('the focus is back', () =>
      page.evaluate<boolean>("document.activeElement.matches('.margin-note > button')"),
    )
  })

  await t.test('a deleted note leaves the margin', async () => {
    await page.locator('.annotation-item').nth(1).locator('[action$="/delete"] button').click()
    await until('one note is left', async () => (await page.locator(NOTE).count()) === 1)
  })

  await t.test('axe finds nothing in any theme', async () => {
    await loadAxe(page)
    for (const theme of THEMES) assert.deepEqual(await axeFindings(page, { theme, width: WIDE.width }), [], theme)
  })

  await t.test('a narrow window and a printed page show neither', async () => {
    await page.setViewportSize({ width: 1199, height: 800 })
    assert.equal(await page.isVisible(NOTE), false)
    assert.equal(await page.isVisible('.contents li'), false)
    await page.setViewportSize(WIDE)
    await page.waitForSelector(NOTE)
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual([await page.isVisible(NOTE), await page.isVisible('.contents')], [false, false])
    await page.emulateMedia({ media: 'screen' })
  })

  await t.test('the widest column leaves room for both', async () => {
    await page.evaluate("Object.assign(document.documentElement.dataset, { width: '5', size: '9' })")
    await untilBeside(page, await idOf(page, 0))
    const [contents, prose, note] = [
      await boxOf(page, '.contents'),
      await boxOf(page, '.prose'),
      await boxOf(page, NOTE),
    ]
    assert.ok(contents.left >= 0 && contents.right < prose.left && note.left > prose.right && note.right <= WIDE.width)
  })
}

async function dense(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('notes of close passages do not overlap, and a clicked one moves to its passage', async () => {
    const long = 'What the harbour master wrote about it, in more words than fit on a line of the margin.'
    const id = await saveWithNotes(stage, 'Dense', article(3, 10), noteAt([3, 4, 5, 6, 7, 8], long))
    await page.goto(`${stage.base}/view/${id}`)
    await until('the notes are shown', async () => (await page.locator(NOTE).count()) === 6)
    await untilBeside(page, await idOf(page, 0))
    const areApart = async () => {
      const boxes = await boxesOf(page, NOTE)
      return boxes.every(({ top }, index) => index === 0 || top >= boxes[index - 1]!.bottom)
    }
    assert.ok(await areApart())
    const last = await idOf(page, 5)
    await page.locator(`#annotation-${last}`).click()
    await page.keyboard.press('Escape')
    await untilBeside(page, last)
    assert.ok(await areApart())
  })
}

async function rightToLeft(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('an article in Arabic has its contents and notes on the same sides', async () => {
    const quote = 'بدأ العمل قبل ساعتين من الجزر'
    const content = `<p>${`${quote} وانتهى عندما ابتلت الأحذية. `.repeat(3)}</p>`
    const parts = ['أول', 'ثان', 'ثالث', 'رابع'].map((name) => `<h2>${name}</h2>${content.repeat(30)}`).join('')
    const id = await saveWithNotes(stage, 'Arabic', parts, new Map([[quote, 'ملاحظة']]))
    await page.goto(`${stage.base}/view/${id}`)
    await until('the note is shown', async () => (await page.locator(NOTE).count()) === 1)
    await untilBeside(page, await idOf(page, 0))
    const [contents, prose, note] = [
      await boxOf(page, '.contents'),
      await boxOf(page, '.prose'),
      await boxOf(page, NOTE),
    ]
    assert.ok(contents.right < prose.left && note.left > prose.right)
  })
}

async function many(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('an article with 500 notes does not shift while it opens and is scrolled', async () => {
    const numbers = Array.from({ length: 500 }, (_, index) => index)
    const id = await saveWithNotes(stage, 'Many', article(10, 50), noteAt(numbers))
    await page.addInitScript(`
      globalThis.shift = 0
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) shift += value
      }).observe({ type: 'layout-shift', buffered: true })
    `)
    await page.goto(`${stage.base}/view/${id}`)
    await until('the notes are shown', async () => (await page.locator(NOTE).count()) === 500)
    await until('the fifth part', async () => {
      await page.mouse.wheel(0, 1000)
      return (await boxOf(page, '#section-5')).top < 400
    })
    const seen = await boxesOf(page, NOTE)
    const first = seen.findIndex(({ top }) => top > 0)
    await untilBeside(page, await idOf(page, first))
    const shift = await page.evaluate<number>('shift')
    t.diagnostic(`shifted by ${shift}`)
    assert.ok(shift < 0.02, `shifted by ${shift}`)
    await page.setViewportSize({ width: 1200, height: 200 })
    await until('the current section is visible in a low window', async () => {
      const { top, bottom } = await boxOf(page, '.contents [aria-current]')
      return top > 0 && bottom <= 200
    })
    await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    await until('the contents are at their start again', () =>
      page.evaluate<boolean>("document.querySelector('.contents details').scrollTop === 0"),
    )
  })
}
