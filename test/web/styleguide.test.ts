import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { CARD_ICONS } from '../../src/web/assets/card-icons.ts'
import { icon } from '../../src/web/layout/icon.ts'
import { ICON_NAMES } from '../../src/web/styleguide/icon-names.ts'
import { readDesignTokens } from '../../src/web/styleguide/read-design-tokens.ts'
import { styleguidePage } from '../../src/web/styleguide/styleguide.page.ts'
import { localizationIn } from '../../src/web/layout/messages-by-language.ts'
import { samplePages } from './sample-pages.ts'

const PUBLIC = new URL('../../public/', import.meta.url)
const CLIENT = new URL('../../client/', import.meta.url)

const read = (name: string): string => readFileSync(new URL(name, PUBLIC), 'utf8')
const assetHref = (name: string) => `/assets/hash/${name}`
const TOKENS = readDesignTokens(read('css/tokens.css'))
const frame = { assetHref, words: localizationIn('en'), viewer: { username: 'carol', isAdmin: true } }
const GUIDE = styleguidePage({ frame, baseUrl: 'http://127.0.0.1:8080', tokens: TOKENS, icons: ICON_NAMES })
const PAGES = Object.values(samplePages({ text: 'x', address: 'https://example.com/', assetHref })).map(String)

/** CSS classes that no sample page contains, and the reason for each. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'turbo-progress-bar': 'Turbo, while a page is long in coming',
  'player-frame': 'a player that runs, which a script makes',
  'player-frame-audio': 'a player that runs',
  'player-frame-file': 'a player that runs',
  palette: 'the command palette, which a script makes',
  'drop-zone': 'the page of imports, see below',
}

/** @returns the classes that scripts set. This finds only complete class names in the code. */
function setByScripts(): ReadonlySet<string> {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const code = files.map((name) => readFileSync(new URL(name, CLIENT), 'utf8')).join('\n')
  return new Set(
    [...code.matchAll(/(?:className = |classList\.\w+\()'([\w -]+)'/g)].flatMap(([, names]) => names!.split(' ')),
  )
}

/** Returns false for the classes of highlight.js, which depend on the code in an article. */
const isOwn = (name: string): boolean => !name.startsWith('hljs-')

test('every class of the style sheets is used on a page or in the styleguide', () => {
  const onPages = [...PAGES, String(GUIDE)].flatMap((page) => [...page.matchAll(/class="([^"]*)"/g)])
  const drawn = new Set([...onPages.flatMap(([, names]) => names!.split(/\s+/)), ...setByScripts()])
  for (const sheet of readdirSync(new URL('css/', PUBLIC))) {
    const rules = read(`css/${sheet}`).replaceAll(/\/\*[^]*?\*\//g, '')
    const named = new Set([...rules.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g)].map(([, name]) => name!))
    const dead = [...named].filter((name) => isOwn(name) && !drawn.has(name) && !(name in ELSEWHERE))
    assert.deepEqual(dead, [], `css/${sheet}`)
  }
})

test('no exception names a class that is used on a page or missing from the sheets', () => {
  const sheets = readdirSync(new URL('css/', PUBLIC)).map((name) => read(`css/${name}`))
  for (const name of Object.keys(ELSEWHERE)) {
    assert.ok(
      sheets.some((sheet) => sheet.includes(`.${name}`)),
      name,
    )
    assert.ok(!PAGES.some((page) => new RegExp(`class="(?:[^"]* )?${name}[ "]`).test(page)), name)
  }
})

test('every icon of the pages is on the styleguide, and no other', () => {
  const drawn = new Set(PAGES.flatMap((page) => page.match(/<svg class="icon" v[^]*?<\/svg>/g) ?? []))
  for (const name of Object.values(CARD_ICONS)) drawn.add(String(icon(name)))
  const listed = new Map(ICON_NAMES.map((name) => [String(icon(name)), name]))
  const missing = [...drawn].filter((markup) => !listed.has(markup)).map(nameOf)
  assert.deepEqual(missing, [], 'add these to src/web/styleguide/icon-names.ts, then run “npm run vendor”')
  const idle = [...listed].filter(([markup]) => !drawn.has(markup)).map(([, name]) => name)
  assert.deepEqual(idle, [], 'no page draws these')
})

test('every custom property that a style sheet uses is set by a style sheet or a script', () => {
  const sheets = readdirSync(new URL('css/', PUBLIC)).map((name) => read(`css/${name}`))
  const used = new Set(sheets.flatMap((sheet) => [...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!)))
  const set = new Set(sheets.flatMap((sheet) => [...sheet.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!)))
  assert.ok(used.size > 40)
  assert.deepEqual(
    [...used].filter((name) => !set.has(name)),
    ['--swipe'],
  )
})

test('every colour is shown in every theme, and every size and space has its line', () => {
  const page = String(GUIDE)
  for (const { name, value } of TOKENS) {
    if (value.startsWith('#')) assert.equal(page.split(`fill="var(${name})"`).length - 1, 4, name)
    if (/^--(?:text|space)-/.test(name)) assert.ok(page.includes(`<code>${name}</code>`), name)
  }
  const sheet = read('css/styleguide.css')
  for (const { name } of TOKENS.filter((token) => /^--(?:text|space)-/.test(token.name))) {
    assert.ok(sheet.includes(`.guide-${name.slice(2)} {`), `css/styleguide.css has no .guide-${name.slice(2)}`)
  }
})

test("buttons of the styleguide are refused: its forms have no user's token", () => {
  const page = String(GUIDE)
  const inMain = page.slice(page.indexOf('class="guide-index"'))
  const tokens = [...inMain.matchAll(/name="(?:entry\[_token\]|token)" value="([^"]*)"/g)].map(([, value]) => value)
  assert.ok(tokens.length > 10)
  assert.deepEqual([...new Set(tokens)], ['styleguide'])
})

/** @returns the Lucide name of an icon, for the error message */
function nameOf(markup: string): string {
  const set = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json'), 'utf8'),
  ) as { readonly icons: Readonly<Record<string, { readonly body: string }>> }
  return Object.entries(set.icons).find(([, { body }]) => markup.includes(`>${body}<`))?.[0] ?? markup
}
