import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { elementsOf } from '../dom/page-tree.ts'
import { showLabels } from './labelled-elements.ts'

const shown = (html: string): string => htmlAfter(html, (tree) => showLabels(elementsOf(tree)))

const ANSWER = '<p>Twice a year.</p>'

test('the label of a custom element that folds its text becomes the summary of details', () => {
  for (const [name, attribute] of [
    ['sl-details', 'summary'],
    ['calcite-accordion-item', 'heading'],
    ['va-accordion-item', 'header'],
    ['cds-accordion-item', 'title'],
    ['gcds-details', 'details-title'],
    ['faq-item', 'question'],
  ])
    assert.equal(
      shown(`<${name} ${attribute}="How often?">${ANSWER}</${name}>`),
      `<details><summary>How often?</summary>${ANSWER}</details>`,
    )
})

test('the label in a slot becomes the summary', () => {
  assert.equal(
    shown(`<sl-details>${ANSWER}<div slot="summary">How <b>often</b>?</div></sl-details>`),
    `<details><summary slot="summary">How <b>often</b>?</summary>${ANSWER}</details>`,
  )
})

test('the label of a tab or of another custom element becomes a line above its text', () => {
  assert.equal(
    shown('<docs-tab label="npm"><p>npm i</p></docs-tab>'),
    '<docs-tab><p><strong>npm</strong></p><p>npm i</p></docs-tab>',
  )
  assert.match(shown(`<info-card heading="Care">${ANSWER}</info-card>`), /<p><strong>Care<\/strong><\/p><p>Twice/)
})

test('values that are no labels, labels that the text repeats, and empty elements stay as they are', () => {
  for (const html of [
    `<my-accordion title="faq-list-2">${ANSWER}</my-accordion>`,
    `<my-accordion header="true">${ANSWER}</my-accordion>`,
    `<x-details summary="Twice a year.">${ANSWER}</x-details>`,
    '<x-details summary="How often?"></x-details>',
    `<x-card title="How often?">${ANSWER}</x-card>`,
    `<section title="How often?" summary="x y">${ANSWER}</section>`,
  ])
    assert.equal(shown(html), html)
})
