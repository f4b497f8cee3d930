import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementsOf } from '../dom/page-tree.ts'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { showCellIcons } from './cell-icons.ts'

const row = (cell: string): string => `<table><tbody><tr><th scope="row">Oars</th><td>${cell}</td></tr></tbody></table>`
const shown = (cell: string): string => htmlAfter(row(cell), (tree) => showCellIcons(elementsOf(tree)))

test('an icon that is all of a cell becomes its name for screen readers', () => {
  for (const icon of [
    '<i class="fa fa-check" aria-hidden="true"></i> <span class="sr-only">Included</span>',
    '<div><svg class="icon"><title>Included</title><path d="M1 1"></path></svg></div>',
    '<span class="dot" title="Included"></span>',
    '<svg role="img" aria-label="Included"></svg>',
  ])
    assert.equal(shown(icon), row('Included'))
})

test('an icon without a name becomes a mark if its class says which one', () => {
  assert.equal(shown('<i class="fa-solid fa-check"></i>'), row('✓'))
  assert.equal(shown('<span class="dashicons dashicons-yes"></span>'), row('✓'))
  assert.equal(shown('<svg class="icon icon-xmark"></svg>'), row('✗'))
  assert.equal(shown('<i class="bi bi-x"></i>'), row('✗'))
  for (const unknown of ['<i class="icon-boat"></i>', '<div class="overflow-x"></div>'])
    assert.equal(shown(unknown), row(unknown))
})

test('cells with visible text, pictures or controls stay as they are', () => {
  for (const cell of [
    'Two <i class="fa fa-check"></i>',
    '<i class="fa fa-check"></i><img src="oars.png" alt="Oars">',
    '<button class="check"><span class="sr-only">Sort</span></button>',
    '<span class="sr-only">Nobody sees this</span>',
    `<i class="icon" title="${'A long explanation. '.repeat(5)}"></i>`,
  ])
    assert.equal(shown(cell), row(cell))
})
