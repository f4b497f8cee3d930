import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { showDrawingLabels } from './drawing-labels.ts'

const after = (html: string): string => htmlAfter(html, showDrawingLabels)
const squared = 'role="img" aria-label="x squared"'

test('a formula drawn by elements without text becomes its spoken label', () => {
  const drawn = `<span ${squared}><span class="stroke"></span><span class="stroke"></span></span>`
  assert.equal(after(`<p>The area is ${drawn} acres.</p>`), '<p>The area is <span>x squared</span> acres.</p>')
  assert.equal(
    after(`<p><span ${squared} class="mwe-math"><svg></svg></span> is another.</p>`),
    '<p><span>x squared</span> is another.</p>',
  )
})

test('drawn stars after a short label become their spoken label', () => {
  assert.equal(
    after('<p>Stars: <span role="img" aria-label="4 out of 5"><svg></svg><svg></svg></span></p>'),
    '<p>Stars: <span>4 out of 5</span></p>',
  )
})

test('text, pictures, icons, controls and backgrounds stay as they are', () => {
  for (const html of [
    `<p>The area is <span ${squared}><b>x</b></span> acres.</p>`,
    `<p>The area is <span ${squared}><img src="x.png"></span> acres.</p>`,
    '<p>Close the gate <span role="img" aria-label="warning" class="anticon"><svg></svg></span> at night.</p>',
    '<p>Close the gate <a href="/x">now <span role="img" aria-label="arrow"><svg></svg></span></a> at night.</p>',
    '<p>Close the gate <span role="img" aria-label="warning"></span> at night.</p>',
    '<div><div role="img" aria-label="A wall in the rain" style="background-image:url(a.jpg)"></div></div>',
    '<p><span role="img" aria-label="star"><svg></svg></span></p>',
  ])
    assert.equal(after(html), html)
})
