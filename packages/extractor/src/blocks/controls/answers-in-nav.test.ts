import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { nameAnswersInNav } from './answers-in-nav.ts'

const after = (html: string): string => htmlAfter(html, (tree) => nameAnswersInNav(new ElementList(tree).named('nav')))

test('the control before an answer in a nav becomes its heading', () => {
  assert.equal(
    after(
      '<div class="w-dropdown"><div class="w-dropdown-toggle"><div>May I bring a dog?</div></div> <nav><p>Yes, if it is on a lead.</p></nav></div>',
    ),
    '<div class="w-dropdown"><h4><span>May I bring a dog?</span></h4> <div><p>Yes, if it is on a lead.</p></div></div>',
  )
})

test('menus, short texts and answers without a control stay as they are', () => {
  for (const html of [
    '<div><div>Products</div><nav><a href="/a">All of our products and more</a></nav></div>',
    '<div><div>Page</div><nav>1 of 7</nav></div>',
    '<div><div>Shipping</div><nav><p>Standard Shipping - $5 USD</p></nav></div>',
    '<div><nav><p>Yes, if it is on a lead.</p></nav></div>',
  ])
    assert.equal(after(html), html)
})
