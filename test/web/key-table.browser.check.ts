import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { KEYS } from '../../src/web/shortcuts/key-bindings.ts'
import { openStage, saveTitles, signIn, until, untilListed, type Stage } from './service-and-browser.fixture.ts'

/** What a page shows, by the name of the part. */
type Shown = Readonly<Record<string, string | number>>
/** What a key changes, in each state of the page. */
type Effects<State extends string> = Readonly<Partial<Record<State, Shown>>>
type KeyName = (typeof KEYS)[number]['name']
type Key = (typeof KEYS)[number]

/** Keys to press for each state of a list: no card has the focus, one has it, and one or two others are ticked. */
const LIST_STATES = {
  nothing: [],
  focused: ['j'],
  one: ['j', 'x', 'j'],
  several: ['j', 'x', 'j', 'x', 'j'],
} as const
type ListState = keyof typeof LIST_STATES

/** The effect of a key that does the same in each state. Trying the two extremes saves time. */
const everywhere = (effect: Shown): Effects<ListState> => ({ nothing: effect, several: effect })

/** The effects on a list with the cards A, B, C and D. Keys that open a page from everywhere are not in it. */
const IN_LISTS: Readonly<Partial<Record<KeyName, Effects<ListState>>>> = {
  next: { nothing: { focus: 'A' }, focused: { focus: 'B' }, one: { focus: 'C' }, several: { focus: 'D' } },
  previous: { nothing: { focus: 'A' }, focused: {}, one: { focus: 'A' }, several: { focus: 'B' } },
  open: { nothing: {}, focused: { path: '/view/A' }, one: { path: '/view/B' }, several: { path: '/view/C' } },
  select: { nothing: {}, focused: { ticked: 'A' }, one: { ticked: 'AB' }, several: { ticked: 'ABC' } },
  selectRange: { nothing: {}, focused: { ticked: 'A' }, one: { ticked: 'AB' }, several: { ticked: 'ABC' } },
  selectAll: everywhere({ ticked: 'ABCD' }),
  original: {
    nothing: {},
    focused: { path: '/article/a' },
    one: { path: '/article/b' },
    several: { path: '/article/c' },
  },
  archive: {
    nothing: {},
    focused: { cards: 'BCD', focus: 'B' },
    one: { cards: 'BCD', ticked: '' },
    several: { cards: 'CD', ticked: '' },
  },
  star: {
    nothing: {},
    focused: { starred: 'A' },
    one: { starred: 'A', ticked: '' },
    several: { starred: 'AB', ticked: '' },
  },
  tags: {
    nothing: {},
    focused: { field: 'card-tags-field' },
    one: { field: 'bulk-tags' },
    several: { field: 'bulk-tags' },
  },
  collect: {
    nothing: {},
    focused: { field: 'card-collections-field' },
    one: { field: 'bulk-collection' },
    several: { field: 'bulk-collection' },
  },
  delete: {
    nothing: {},
    focused: { cards: 'BCD', focus: 'B' },
    one: { cards: 'BCD', ticked: '' },
    several: { cards: 'CD', ticked: '' },
  },
  undo: everywhere({}),
  add: everywhere({ field: 'entry_url' }),
  search: everywhere({ field: 'rail-search' }),
  palette: everywhere({ dialog: 'palette' }),
  back: everywhere({}),
  help: everywhere({ dialog: 'key-help-title' }),
}

/** The states of an article: nothing is selected, the first paragraph has the focus, or the whole text is selected. */
type ReaderState = 'nothing' | 'block' | 'text'

const always = (effect: Shown): Effects<ReaderState> => ({ nothing: effect, text: effect })

/** The effects on the second of three articles, which has two paragraphs with two sentences each. */
const IN_READER: Readonly<Partial<Record<KeyName, Effects<ReaderState>>>> = {
  original: always({ path: '/article/b' }),
  archive: always({ set: 'bar-archive' }),
  star: always({ set: 'bar-star' }),
  tags: always({ field: 'tag-field' }),
  collect: always({ field: 'card-collections-field' }),
  delete: always({ sent: '/delete/B' }),
  undo: always({ sent: '/undo' }),
  nextBlock: { nothing: { block: 1 }, block: { block: 2 }, text: { block: 1 } },
  previousBlock: { nothing: { block: 1 }, block: {}, text: { block: 1 } },
  // The browser itself extends and shortens selected text, as far as its lines end.
  extend: { nothing: {}, block: { selected: 'One is first.' }, text: { block: 0 } },
  shorten: { nothing: {}, block: {}, text: { block: 0 } },
  highlight: { nothing: {}, block: { marked: 'One is first.' }, text: { marked: 'all' } },
  note: { nothing: {}, block: { field: 'note-box-text' }, text: { field: 'note-box-text' } },
  pageNote: always({ field: 'entry-note-text' }),
  // test/web/keyboard-reader.browser.check.ts tests this key with a stored highlight.
  deleteHighlight: {},
  nextEntry: always({ path: '/view/C' }),
  previousEntry: always({ path: '/view/A' }),
  // The browser of the tests has no voices. test/web/listen.browser.check.ts gives it some.
  listen: always({}),
  smaller: always({ size: '3' }),
  larger: always({ size: '5' }),
  narrower: always({ width: '2' }),
  wider: always({ width: '4' }),
  theme: always({ theme: 'light' }),
  info: always({ path: '/view/B/info' }),
  back: always({ path: '/unread/list' }),
  add: always({}),
  search: always({ path: '/search' }),
  palette: always({ dialog: 'palette' }),
  help: always({ dialog: 'key-help-title' }),
}

const LIST = `(() => {
  const name = (one) => one?.querySelector('.card-title')?.innerText.trim().slice(0, 1) ?? ''
  const cards = [...document.querySelectorAll('.card:not([data-leaving])')]
  const names = (which) => cards.filter(which).map(name).join('')
  const { activeElement } = document
  const dialog = document.querySelector('dialog[open], [role=dialog]:popover-open')
  return {
    path: location.pathname,
    sent: String(globalThis.sent),
    cards: names(() => true),
    starred: names((one) => one.querySelector('.star')),
    ticked: names((one) => one.querySelector('.card-check :checked')),
    focus: name(activeElement.closest('.card')),
    field: activeElement.matches('input:not([type=checkbox]), select') ? activeElement.id : '',
    dialog: dialog?.id || (dialog?.getAttribute('aria-labelledby') ?? ''),
  }
})()`

const ARTICLE = `(() => {
  const { theme, size, width } = document.documentElement.dataset
  const { activeElement } = document
  const dialog = document.querySelector('dialog[open], [role=dialog]:popover-open')
  const [marks, text] = [[...document.querySelectorAll('.prose mark')], document.querySelector('.prose')?.cloneNode(true)]
  for (const mark of text?.querySelectorAll('mark') ?? []) mark.remove()
  // A highlight whose request was held back is sent when the browser leaves the page.
  const isAll = marks.length > 1 && text.textContent.trim() === ''
  return {
    path: location.pathname,
    sent: String(globalThis.sent),
    theme, size, width,
    block: [...document.querySelectorAll('.prose p')].indexOf(activeElement) + 1,
    selected: String(getSelection()),
    marked: isAll ? 'all' : marks.map((one) => one.textContent).join(''),
    set: [...document.querySelectorAll('#states-bar .is-set')].map((one) => one.id).join(),
    field: activeElement.matches('input, select, textarea') ? activeElement.id : '',
    dialog: dialog?.id || (dialog?.getAttribute('aria-labelledby') ?? ''),
  }
})()`

const SCRIPTS = "document.querySelector('[data-notes-ready]') !== null"

const press = async (page: Page, keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** A page on which a key is pressed. */
interface Trial {
  readonly page: Page
  readonly keys: readonly string[]
  /** script that returns what the page shows */
  readonly look: string
  readonly expected: Shown
  /** @returns a text of the page or of a request with the names of entries instead of their ids */
  readonly named: (text: string) => string
}

/** Presses the keys, and waits for their effect. Parts that the effect does not name must stay if the page does. */
async function tryKeys({ page, keys, look, expected, named }: Trial): Promise<void> {
  const before = await page.evaluate<Shown>(look)
  await press(page, keys)
  const difference = async (): Promise<Shown> => {
    // While the browser opens another page, there is nothing to look at.
    const after = await page.evaluate<Shown>(look).catch(() => before)
    const changed = Object.entries(after).filter(([part, value]) => value !== before[part])
    const shown = Object.fromEntries(
      changed.map(([part, value]) => [part, typeof value === 'string' ? named(value) : value]),
    )
    return { ...before, ...shown }
  }
  let last: Shown = {}
  await until(`${keys.join(' ')}: ${JSON.stringify(expected)}`, async () => {
    last = await difference()
    return Object.entries(expected).every(([part, value]) => last[part] === value)
  }).catch((error: unknown) => assert.deepEqual(last, expected, String(error)))
  if (Object.keys(expected).length === 0) {
    await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100))')
    // The position in the article may have been sent.
    assert.deepEqual({ ...(await difference()), sent: '' }, { ...before, sent: '' })
  }
}

const pressedAs = ({ keys }: Key): string[] => keys[0].split(' ').map((key) => key.replace('Ctrl', 'Control'))

/** Starts the service with four articles. The function in the result replaces their ids by their titles. */
async function openLibrary(t: TestContext) {
  const stage = await openStage(t)
  const content = '<p>One is first. Two is next.</p><p>Three follows. Four ends.</p>'
  const ids = await saveTitles(stage, ['D', 'C', 'B', 'A'], { content })
  const named = (text: string) => text.replace(/\/(\d+)/, (all, id) => `/${'DCBA'[ids.indexOf(Number(id))] ?? all}`)
  return { stage, page: await signIn(stage), named, ids }
}

/** Script that holds all changes back for ever, so that the library stays as it is, and collects their paths. */
const KEEP_LIBRARY = `
  globalThis.sent = []
  const send = fetch
  globalThis.fetch = (url, options) => {
    if (options?.method?.toUpperCase() !== 'POST') return send(url, options)
    sent.push(new URL(url, location).pathname)
    return new Promise(() => {})
  }
`

test('every key has its effect in a list with nothing, one and several selected', async (t) => {
  const { stage, page, named } = await openLibrary(t)
  await page.goto(`${stage.base}/collections/new`)
  await page.fill('main [name=name]', 'Evening')
  await press(page, ['Enter'])
  await page.waitForURL(/collections\/\d+$/)
  await page.addInitScript(KEEP_LIBRARY)
  await lists(t, stage, { page, named })
  assert.deepEqual(stage.complaints, [])
})

test('every key has its effect while reading with nothing, one and several selected', async (t) => {
  const { stage, page, named, ids } = await openLibrary(t)
  await page.addInitScript(KEEP_LIBRARY)
  await reader(t, `${stage.base}/view/${ids[2]}`, { page, named })
  assert.deepEqual(stage.complaints, [])
})

type Library = Pick<Trial, 'page' | 'named'>

async function lists(t: TestContext, { base }: Stage, library: Library): Promise<void> {
  const { page } = library
  for (const key of KEYS.filter(({ where }) => where === 'lists' || where === 'everywhere')) {
    await t.test(`in a list: ${key.name}`, async () => {
      const { effect, name } = key
      const effects = 'go' in effect ? everywhere({ path: effect.go }) : IN_LISTS[name]
      assert.ok(effects, 'the key is in the table')
      for (const [state, expected] of Object.entries(effects) as [ListState, Shown][]) {
        // The list at the root has the same entries as the page that `g u` opens.
        await page.goto(base)
        await untilListed(page, ['A', 'B', 'C', 'D'])
        await press(page, LIST_STATES[state])
        await tryKeys({ ...library, keys: pressedAs(key), look: LIST, expected })
      }
    })
  }
}

async function reader(t: TestContext, address: string, library: Library): Promise<void> {
  const { page } = library
  for (const key of KEYS.filter(
    ({ where, effect }) => (where === 'reader' || where === 'everywhere') && !('go' in effect),
  )) {
    await t.test(`while reading: ${key.name}`, async () => {
      const effects = IN_READER[key.name]
      assert.ok(effects, 'the key is in the table')
      for (const [state, expected] of Object.entries(effects) as [ReaderState, Shown][]) {
        await page.goto(address)
        await until('the scripts', () => page.evaluate<boolean>(SCRIPTS))
        if (state === 'block') await press(page, ['j'])
        if (state === 'block') await page.waitForSelector('[data-reading-block]:focus')
        if (state === 'text') await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.prose'))`)
        if (state === 'text')
          await page.waitForSelector('[data-action-name=highlight]:not([disabled])', { state: 'attached' })
        await tryKeys({ ...library, keys: pressedAs(key), look: ARTICLE, expected })
      }
    })
  }
}
