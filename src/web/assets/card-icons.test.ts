import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cardActions } from '../cards/card-actions.ts'
import { bulkBar } from '../lists/bulk-bar.ts'
import { localizationIn } from '../layout/messages-by-language.ts'
import { CARD_ICONS, listSheet } from './card-icons.ts'

const { t } = localizationIn('en')
const sheet = String(listSheet(fileURLToPath(new URL('../../../public', import.meta.url))).get('css/lists.css')?.body)

/** @returns the selectors of the controls of a card in a state, in the form of `CARD_ICONS` */
function controlsOf(isArchived: boolean, isStarred: boolean): string[] {
  const actions = cardActions({ id: 1, url: 'https://a.example/', isArchived, isStarred }, t, '/unread/list')
  return [...String(actions).matchAll(/<(?:a|button) [^>]+>/g)].map(([tag]) => {
    const undoes = tag.includes('value="0"') ? "[value='0']" : ''
    return `.actions > [data-action-name='${/data-action-name="(\w+)"/.exec(tag)?.[1]}']${undoes}`
  })
}

/** @returns the selectors of the buttons of the bar for selected cards */
function controlsOfBar(): string[] {
  const bar = bulkBar({ frame: { words: localizationIn('en'), assetHref: String }, csrfToken: '', back: '/', tags: [] })
  const [, actions = ''] = /<div class="bulk-actions">([^]*?)<\/div>/.exec(String(bar)) ?? []
  return [...actions.matchAll(/value="(\w+)"/g)].map(([, action]) => `.bulk-actions > [value='${action}']`)
}

test('every control of cards has an icon in the style sheet, and there is no other', () => {
  const controls = new Set([...controlsOf(false, false), ...controlsOf(true, true), ...controlsOfBar()])
  assert.deepEqual([...controls].toSorted(), Object.keys(CARD_ICONS).toSorted())
  for (const selector of Object.keys(CARD_ICONS)) {
    const [rule = ''] = sheet.split('\n').filter((line) => line.startsWith(':is(') && line.includes(selector))
    assert.match(rule, /\)::before\{mask-image:url\("data:image\/svg\+xml,%3csvg /, selector)
  }
})
