import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, PHONE, saveTitles, signIn, until, untilText, type Stage } from './service-and-browser.fixture.ts'
import { speechScript, type SpeechOptions } from './speech.fixture.ts'

const TEXT = `<p>The wall stood.<sup><a href="https://notes.example/1">1</a></sup> It was built by <b>people</b>.</p><pre>let it = 1</pre>
<table><tr><td>1901</td></tr></table>${'<p>Nothing more was said.</p>'.repeat(30)}<p>The end.</p>`
const VOICES = [
  { name: 'Cloud', lang: 'en-US', localService: false },
  { name: 'Ada', lang: 'en-GB' },
  { name: 'Eva', lang: 'en-US' },
]

test('listening to articles', async (t) => {
  const stage = await openStage(t)
  const ids = await saveTitles(stage, ['Ash', 'Birch', 'Cedar'], { content: TEXT, language: 'en' })
  const [german] = await saveTitles(stage, ['Dune'], { content: '<p>Die Mauer stand.</p>', language: 'de' })
  await sentences(t, stage, ids[2]!)
  await ends(t, stage, ids[2]!)
  await missing(t, stage, german!, ids[0]!)
  await mute(t, stage, ids[0]!)
  await tablesAndPictures(t, stage)
  await phone(t, stage, ids[0]!)
  assert.deepEqual(stage.complaints, [])
})

async function openWith(stage: Stage, id: number, options: SpeechOptions, view = {}): Promise<Page> {
  const page = await signIn(stage, view)
  await page.addInitScript(speechScript(options))
  await page.goto(`${stage.base}/view/${id}`)
  await page.waitForSelector('[data-action-name=listen]:not([hidden])', { state: 'attached' })
  await page.keyboard.press('l')
  await page.waitForSelector('#listen-bar:not([hidden])')
  return page
}
const spoken = (page: Page) => page.evaluate<string[]>('speech.spoken.map(({ text }) => text)')
const untilSpoken = (page: Page, count: number) =>
  until(`${count} utterances`, async () => (await spoken(page)).length === count)
const marked = (page: Page) => page.evaluate<string>(`[...CSS.highlights.get('spoken')].map(String).join()`)
const finish = (page: Page) => page.evaluate('speech.finish()')

async function sentences(t: TestContext, stage: Stage, id: number): Promise<void> {
  await t.test('sentences are spoken and marked, with pause, voice and speed, by keyboard', async () => {
    const page = await openWith(stage, id, { voices: VOICES })
    await untilSpoken(page, 1)
    assert.equal(await marked(page), 'The wall stood.')
    assert.equal(await page.isVisible('[data-listen=play]'), false)
    await finish(page)
    await untilSpoken(page, 2)
    assert.deepEqual(await spoken(page), ['The wall stood.', 'It was built by people.'])
    await page.keyboard.press('l')
    await page.waitForSelector('[data-listen=play]:not([hidden]):focus')
    await page.keyboard.press('Enter')
    await untilSpoken(page, 3)
    assert.equal((await spoken(page))[2], 'It was built by people.')
    await page.selectOption('[name=voice]', 'Eva')
    await page.selectOption('[name=speed]', '1.5')
    await untilSpoken(page, 5)
    const last = await page.evaluate('speech.spoken.at(-1)')
    assert.deepEqual(last, { text: 'It was built by people.', voice: 'Eva', rate: 1.5 })
    await finish(page)
    await untilSpoken(page, 6)
    assert.equal((await spoken(page))[5], '1901', 'a table of one column is text')
    for (let count = 7; count < 30; count += 1) {
      await finish(page)
      await untilSpoken(page, count)
    }
    const top = await page.evaluate<number>(`[...CSS.highlights.get('spoken')][0].getBoundingClientRect().top`)
    assert.ok(top > 0 && top < 800, 'the page has not followed')
    await page.click('[data-listen=close]')
    assert.equal(await page.evaluate(`CSS.highlights.has('spoken') || speech.speaking`), false)
    await page.context().close()
  })
}

async function ends(t: TestContext, stage: Stage, id: number): Promise<void> {
  await t.test('the next article of the list follows', async () => {
    const page = await openWith(stage, id, { voices: VOICES })
    await untilSpoken(page, 1)
    const next = await page.getAttribute('.neighbour-next', 'href')
    await page.click('[data-listen=next]')
    await page.waitForURL(`**${next}`)
    await untilSpoken(page, 2)
    assert.equal(await page.isVisible('#listen-bar'), true)
    await page.context().close()
  })
}

async function missing(t: TestContext, stage: Stage, german: number, id: number): Promise<void> {
  await t.test('a language without a voice is reported, and voices may load late', async () => {
    const page = await openWith(stage, german, { voices: VOICES })
    await untilText(page, '.listen-status', /no voice for this language \(German\)/)
    const shown = await page.locator('.listen-controls :is(button, select)').filter({ visible: true }).all()
    assert.deepEqual(await Promise.all(shown.map((one) => one.getAttribute('data-listen'))), ['close'])
    assert.equal(await page.isVisible('.listen-note'), false, 'nothing is read by this device')
    assert.deepEqual(await spoken(page), [])
    await page.keyboard.press('Escape')
    await page.waitForSelector('#listen-bar', { state: 'hidden' })
    assert.match(page.url(), /\/view\//, 'Escape closes the bar, not the article')
    const late = await openWith(stage, id, { voices: VOICES, isLate: true }, { viewport: PHONE })
    await late.evaluate('speech.loadVoices()')
    await untilSpoken(late, 1)
    await page.context().close()
    await late.context().close()
  })
}

async function mute(t: TestContext, stage: Stage, id: number): Promise<void> {
  await t.test('an engine that never reports the end of a sentence is followed', async () => {
    const page = await openWith(stage, id, { voices: VOICES, isMute: true })
    await untilSpoken(page, 1)
    await finish(page)
    await untilSpoken(page, 2)
    await page.context().close()
  })
}

const GRID =
  '<table><tr><th>Year</th><th>Stones</th></tr><tr><th>First</th><td>1901</td></tr><tr><td>1902</td><td></td></tr></table>'
const DRAWN = 'https://pictures.example/wall.png'

async function tablesAndPictures(t: TestContext, stage: Stage): Promise<void> {
  await t.test('rows are read with their headers, and pictures without a caption by their description', async () => {
    const content = [
      '<p>Before.</p>',
      GRID,
      '<table><tr><td>One column is text.</td></tr></table>',
      `<p><img src="${DRAWN}" alt="A wall of stones"></p>`,
      `<figure><img src="${DRAWN}" alt="Not read"><figcaption>The caption.</figcaption></figure>`,
      `<p>Words <img src="${DRAWN}" alt="not read" width="16" height="16"> in a line.</p>`,
      '<table><tr><td>a</td><td>b</td></tr></table>',
    ].join('')
    const [id] = await saveTitles(stage, ['Grid'], { content, language: 'en' })
    const page = await openWith(stage, id!, { voices: VOICES })
    for (let count = 1; count < 9; count += 1) {
      await untilSpoken(page, count)
      if (count === 2) assert.match(await marked(page), /First\s*1901/)
      await finish(page)
    }
    assert.deepEqual(await spoken(page), [
      'Before.',
      'First, Stones: 1901.',
      'Year: 1902.',
      'One column is text.',
      'Image: A wall of stones',
      'The caption.',
      'Words in a line.',
      'a, b.',
    ])
    await page.context().close()
  })
}

async function phone(t: TestContext, stage: Stage, id: number): Promise<void> {
  await t.test('on a phone, the controls fit two lines, and fingers; the note is behind a button', async () => {
    const page = await openWith(stage, id, { voices: VOICES }, { viewport: PHONE, hasTouch: true, isMobile: true })
    await untilSpoken(page, 1)
    const boxes = await page.$$eval('#listen-bar :is(button, select)', (controls) =>
      controls
        .map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ x, y, width, height }) => ({ x, y, width, height })),
    )
    assert.equal(boxes.length, 7)
    for (const box of boxes) assert.ok(Math.min(box.width, box.height) >= 44, JSON.stringify(box))
    assert.ok(Math.max(...boxes.map(({ x, width }) => x + width)) <= PHONE.width)
    assert.ok((await page.locator('#listen-bar').boundingBox())!.height < 120)
    const room = await page.$eval('#listen-bar [name=speed]', (field) => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
      return field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
    })
    assert.ok(room > 40, `${room} pixels for the speed`)
    assert.equal(await page.isVisible('#listen-info'), false)
    await page.getByRole('button', { name: 'About listening' }).click()
    await untilText(page, '#listen-info', /nothing is sent anywhere/)
    assert.equal(await page.isVisible('#listen-info'), true)
    await page.context().close()
  })
}
