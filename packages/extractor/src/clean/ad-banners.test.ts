import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { adBannersIn } from './ad-banners.ts'
import { ElementList } from '../dom/element-list.ts'

/** @returns whether something in the HTML is a banner or a row of logos */
function hasBanner(html: string): boolean {
  return adBannersIn(new ElementList(parseHtmlFragment(html)), 'https://harbour.example/tides').length > 0
}

const linked = (size: string, address: string, caption = ''): string =>
  `<div><a href="${address}"><img src="/p.jpg" ${size}></a>${caption}</div>`

test('a picture of the size of an advertisement that leads to another site is a banner', () => {
  assert.ok(hasBanner(linked('width="728" height="90"', 'https://boots.example/1')))
  assert.ok(hasBanner(linked('width="300" height="250"', 'https://boots.example/1', '<p>Advertisement</p>')))
  assert.ok(!hasBanner(linked('width="728" height="90"', 'https://www.harbour.example/photos')))
  assert.ok(!hasBanner(linked('width="640" height="480"', 'https://boots.example/1')))
  assert.ok(!hasBanner(linked('width="300" height="250"', 'https://photos.example/1', 'The quay at low water')))
})

test('three pictures below a label for customers or papers are a row of logos', () => {
  const logos = '<img src="/1.svg"><img src="/2.svg"><img src="/3.svg">'
  assert.ok(hasBanner(`<div><p>As seen in</p><div>${logos}</div></div>`))
  assert.ok(hasBanner(`<section><h3>Unsere Partner</h3>${logos}</section>`))
  assert.ok(!hasBanner(`<div><p>As seen in the harbour last week</p>${logos}</div>`))
  assert.ok(!hasBanner(`<div><p>As seen in</p><img src="/1.jpg"></div>`))
  const testimonials = '<p>“The best map of the quay that I have ever held in my hands.”</p>'
  assert.ok(!hasBanner(`<div>${' '.repeat(90)}<p>As seen in</p>${' '.repeat(90)}${logos}${testimonials}</div>`))
  assert.ok(hasBanner(`<div>${' '.repeat(90)}<p>As seen in</p>${' '.repeat(90)}${logos}</div>`))
})
