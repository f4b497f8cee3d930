import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../dom/element-list.ts'
import { detachNode, textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { removeHiddenText } from './remove-hidden-text.ts'
import { slideCopies } from './slides.ts'

/** @returns the text of a page with a list in it after copies of slides and hidden text were removed */
function shownOf(list: string): string {
  const page = parsePage(`<body><p>The tide comes in twice a day, and goes out.</p>${list}</body>`)
  detachNode(page, new Set(slideCopies(new ElementList(page))))
  removeHiddenText(page)
  return textOf(page)
}

const SLIDES = ['ONE', 'TWO', 'THREE']

test('a row of slides that is moved to the left stays', () => {
  const wide = SLIDES.map((text) => `<li>${text}</li>`).join('')
  for (const shift of ['transform: translate3d(-2548px, 0px, 0px)', 'left: -1280px', 'margin-left:-900px'])
    assert.match(shownOf(`<ul style="width: 8918px; ${shift}">${wide}</ul>`), /ONETWOTHREE/, shift)
  const sized = SLIDES.map((text) => `<div style="width: 1264px;">${text}</div>`).join('')
  assert.match(shownOf(`<div style="transform:translate3d(-1264px,0,0)">${sized}</div>`), /ONETWOTHREE/)
  const named = SLIDES.map((text) => `<li class="splide__slide">${text}</li>`).join('')
  assert.match(shownOf(`<ul style="transform: translateX(-5056px);">${named}</ul>`), /ONETWOTHREE/)
})

test('text that is moved out of the window by more than its width is hidden', () => {
  const items = SLIDES.map((text) => `<li>${text}</li>`).join('')
  for (const list of [
    `<ul style="width:900px;transform:translateX(-9999px)">${items}</ul>`,
    `<ul style="transform:translateX(-9999px)">${items}</ul>`,
    `<ul style="width:99999px;transform:translateX(-1264px);display:none">${items}</ul>`,
    '<div style="width:99999px;left:-9999px"><p>ONE</p></div>',
  ])
    assert.doesNotMatch(shownOf(list), /ONE/, list)
})

const slide = (text: string, names = ''): string =>
  `<div class="owl-item ${names}">${text}<img src="/${text}.jpg"></div>`

test('a row of slides in the banner of the site stays hidden', () => {
  const items = SLIDES.map((text) => `<div>${text}</div>`).join('')
  const row = `<div class="slick-track" style="width:1100%;left:-100%">${items}</div>`
  assert.match(shownOf(`<div class="quotes">${row}</div>`), /ONETWOTHREE/)
  assert.doesNotMatch(shownOf(`<div class="usp-banner"><div>${row}</div></div>`), /ONE/)
})

test('the copies at the ends of an endless row of slides are removed', () => {
  const row = [slide('TWO', 'cloned'), slide('ONE', 'active'), slide('TWO'), slide('ONE', 'cloned')].join('')
  assert.match(shownOf(`<div>${row}</div>`), /\.ONETWO$/)
  assert.match(shownOf(`<div>${slide('ONE')}${slide('TWO', 'cloned')}</div>`), /ONETWO/, 'a copy of nothing')
  const real = slide('ONE', 'swiper-slide-duplicate-next')
  assert.match(shownOf(`<div>${slide('ONE', 'swiper-slide-duplicate')}${real}</div>`), /\.ONE$/)
})

test('a box that is moved to the left by less than its width stays, such as the caption below two pictures', () => {
  assert.match(shownOf('<p style="width: 200%; left: -100%;">CAPTION</p>'), /CAPTION/)
  assert.doesNotMatch(shownOf('<p style="width: 100%; left: -100%;">CAPTION</p>'), /CAPTION/)
  assert.doesNotMatch(shownOf('<p style="width: 200%; left: -100%; display: none">CAPTION</p>'), /CAPTION/)
})

const hidden = (names: string, text: string): string => `<div class="${names}" aria-hidden="true">${text}</div>`

test('slides outside of the window of their row stay if another slide is in the window', () => {
  for (const names of ['carousel-cell', 'slick-slide', 'swiper-slide', 'splide__slide'])
    assert.match(shownOf(`<div>${hidden(names, 'ONE')}<div class="${names}">TWO</div></div>`), /ONETWO/, names)
  assert.doesNotMatch(shownOf(`<div>${hidden('slick-slide', 'ONE')}<div>TWO</div></div>`), /ONE/, 'no row')
  assert.doesNotMatch(shownOf(`<div>${hidden('slick-slide', 'ONE')}</div>`), /ONE/, 'no slide in the window')
  const banner = `<div class="usp-banner">${hidden('slick-slide', 'ONE')}<div class="slick-slide">TWO</div></div>`
  assert.doesNotMatch(shownOf(banner), /ONE/, 'a banner')
})
