import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../../dom/page-tree.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { measureTree } from '../../dom/text-measures.ts'
import { isMenuWithPrices } from './menu-with-prices.ts'

function isMenu(html: string, tagName = 'div'): boolean {
  const root = parseHtmlFragment(html)
  const element = findElement(root, (one) => one.tagName === tagName)!
  return isMenuWithPrices(element, measureTree(element, new Set()).get(element)!)
}

const dish = (name: string, price: string): string =>
  `<section class="menu-item"><h3>${name}</h3><span class="menu-item__price">${price}</span></section>`

test('a menu of dishes with prices is text, with its parts', () => {
  const menu = `<div class="food-menu">${dish('Fish pie', '£12')}${dish('Soup', '6,50')}</div>`
  assert.ok(isMenu(menu))
  assert.ok(isMenu(menu, 'section'))
  assert.ok(isMenu(menu, 'span'))
})

test('menus of a site, of which the parts are links or have no prices, are not', () => {
  assert.ok(!isMenu('<div class="menu"><button>Open the menu</button></div>'))
  assert.ok(!isMenu(`<div class="menu">${dish('Fish pie', '£12')}<a href="/s">Soup £6</a></div>`))
  assert.ok(!isMenu(`<div class="menu">${dish('Fish pie', '£12')}</div>`))
  assert.ok(!isMenu(`<div class="dishes"><p>Fish pie £12</p><p>Soup £6</p></div>`))
})
