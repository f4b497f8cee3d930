import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cardActions } from '../cards/card-actions.ts'
import { bulkBar } from '../lists/bulk-bar.ts'
import { LISTS } from '../layout/list-name.ts'
import type { PageFrame } from '../layout/layout.ts'
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

/** @returns the selectors of the buttons and the menus of the bar for selected cards */
function controlsOfBar(list: string): string[] {
  const collections = [{ id: 1, name: 'Evening' }]
  const frame = { words: localizationIn('en'), assetHref: String, viewer: { collections } } as unknown as PageFrame
  const bar = bulkBar({ frame, csrfToken: '', back: '/', tags: [], whole: { list, total: 3 } })
  const [, actions = ''] = /<div class="bulk-actions">([^]*)/.exec(String(bar)) ?? []
  const outside = actions.replaceAll(/<div class="bulk-panel">[^]*?<\/details>/g, '')
  const buttons = [...outside.matchAll(/value="(\w+)"/g)].map(([, action]) => `.bulk-actions > [value='${action}']`)
  const menus = [...outside.matchAll(/class="menu (bulk-\w+)"/g)].map(([, name]) => `.${name} > summary`)
  return [...buttons, ...menus]
}

test('every control of cards has an icon in the style sheet, and there is no other', () => {
  const controls = new Set([...controlsOf(false, false), ...controlsOf(true, true), ...LISTS.flatMap(controlsOfBar)])
  assert.deepEqual([...controls].toSorted(), Object.keys(CARD_ICONS).toSorted())
  for (const selector of Object.keys(CARD_ICONS)) {
    const [rule = ''] = sheet.split('\n').filter((line) => line.startsWith(':is(') && line.includes(selector))
    assert.match(rule, /\)::before\{mask-image:url\("data:image\/svg\+xml,%3csvg /, selector)
  }
})
