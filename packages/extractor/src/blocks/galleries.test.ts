import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { galleriesToFigures } from './galleries.ts'

test('a box of pictures that link to their full size becomes a figure', () => {
  const picture = '<a href="https://a.example/1.jpg"><img src="https://a.example/1s.jpg"></a>'
  assert.match(htmlAfter(`<div class="gallery">${picture}${picture}</div>`, galleriesToFigures), /^<figure/)
})

test('pictures that link to other pages or alternate with headings do not become a figure', () => {
  const teaser = '<a href="https://a.example/other"><img src="https://a.example/1s.jpg"></a>'
  const text = '<img src="https://a.example/1.jpg"><h3>More</h3>'
  for (const part of [teaser, text])
    assert.match(htmlAfter(`<div class="gallery">${part}${part}</div>`, galleriesToFigures), /^<div/)
})
