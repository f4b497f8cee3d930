import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '../dom/parse-page.ts'
import { elementsOf } from '../dom/page-tree.ts'
import { siteIcon } from './site-icon.ts'

const iconOf = (head: string) =>
  siteIcon(
    elementsOf(parsePage(`<head>${head}</head>`)).filter(({ tagName }) => tagName === 'link'),
    'https://a.example/deep/page',
  )

test('the smallest icon of at least 32 pixels is chosen, or else the largest icon', () => {
  const head = [16, 192, 48, 512]
    .map((size) => `<link rel="icon" sizes="${size}x${size}" href="/${size}.png">`)
    .join('')
  assert.equal(iconOf(head), 'https://a.example/48.png')
  assert.equal(
    iconOf('<link rel="icon" href="a.png"><link rel="ICON" sizes="24x24" href="b.png">'),
    'https://a.example/deep/b.png',
  )
  assert.equal(
    iconOf('<link rel="icon" sizes="16x16 32x32" href="/x.ico"><link rel=icon href=/y.png>'),
    'https://a.example/x.ico',
  )
  assert.equal(
    iconOf('<link rel="apple-touch-icon" href="/touch.png"><link rel=icon href=/y.png>'),
    'https://a.example/touch.png',
  )
})

test('SVG icons, mask icons and invalid addresses are skipped, and no address is guessed', () => {
  const head =
    '<link rel=icon type=image/svg+xml href=/a><link rel=icon href=/a.svg?v=1><link rel=mask-icon href=/m.png>' +
    '<link rel=icon href="data:image/png;base64,AA=="><link rel=icon href="javascript:x"><link rel=stylesheet href=/icon.css>'
  assert.equal(iconOf(head), undefined)
  assert.equal(iconOf(`<link rel=icon sizes="${'9'.repeat(100_000)}x1" href=/x.png>`), 'https://a.example/x.png')
})
