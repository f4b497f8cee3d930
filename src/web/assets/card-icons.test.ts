import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cardActions } from '../cards/card-actions.ts'
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

test('every control of a card has an icon in the style sheet, and there is no other', () => {
  const controls = new Set([...controlsOf(false, false), ...controlsOf(true, true)])
  assert.deepEqual([...controls, '.card-state-failed button'].toSorted(), Object.keys(CARD_ICONS).toSorted())
  for (const selector of Object.keys(CARD_ICONS)) {
    assert.ok(sheet.includes(`${selector}::before{mask-image:url("data:image/svg+xml,%3csvg `), selector)
  }
})
