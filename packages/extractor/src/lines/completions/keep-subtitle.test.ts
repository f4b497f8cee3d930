import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedLines } from './completed-lines.fixture.ts'
import { keepSubtitle } from './keep-subtitle.ts'

/** @returns the kept lines of a page whose title is above its first line */
function kept(line: string): string[] {
  const html = `${line}<p class="date">Three days ago, on Monday</p><p>Text</p><p class="dek">A line below the text</p>`
  return completedLines(
    html,
    (text) => text === 'Text',
    (page, keep) => keepSubtitle(page, keep, { isSelected: () => true, mayAdd: () => false, belowTitle: 0 }),
  )
}

test('a line that is named as the subtitle stays above the text', () => {
  assert.deepEqual(kept('<p class="article__standfirst">Take the money and run</p>'), [
    'Take the money and run',
    'Text',
  ])
  assert.deepEqual(kept('<p class="mobile_Ingress">The boats of the coast</p>'), ['The boats of the coast', 'Text'])
  assert.deepEqual(kept('<div class="subtitle"><p>A boat without a bridge</p></div>'), [
    'A boat without a bridge',
    'Text',
  ])
})

test('lines above the title, and on pages without one, stay away', () => {
  const html = '<p class="dek">Take the money and run</p><p>Text</p>'
  for (const belowTitle of [1, undefined])
    assert.deepEqual(
      completedLines(
        html,
        (text) => text === 'Text',
        (page, keep) => keepSubtitle(page, keep, { isSelected: () => true, mayAdd: () => true, belowTitle }),
      ),
      ['Text'],
    )
})

test('other lines, labels, links and single words stay away', () => {
  for (const line of [
    '<p>Take the money and run</p>',
    '<p class="dek">Share this article</p>',
    '<p class="dek"><a href="/a">Take the money and run</a></p>',
    '<p class="dek">Islands</p>',
  ])
    assert.deepEqual(kept(line), ['Text'])
})

/** @returns the kept lines of a page with lines above its subtitle, of which the rules selected none */
function addedBelow(lines: string, mayAdd: boolean): string[] {
  return completedLines(
    `${lines}<p class="dek">Take the money and run</p><p>Text</p>`,
    (text) => text === 'Text',
    (page, keep) => keepSubtitle(page, keep, { isSelected: () => false, mayAdd: () => mayAdd, belowTitle: 0 }),
  )
}

test('a subtitle directly below the title stays, although the rules left it out', () => {
  assert.deepEqual(addedBelow('<p>On Monday</p>', true), ['Take the money and run', 'Text'])
  assert.deepEqual(addedBelow('<p>On Monday</p><p>By a friend</p>', true), ['Text'])
  assert.deepEqual(addedBelow('', false), ['Text'])
})
