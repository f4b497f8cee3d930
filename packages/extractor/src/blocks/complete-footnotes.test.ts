import { test } from 'node:test'
import assert from 'node:assert/strict'
import { attributeOf, createElement, createText, elementsOf, type PageElement } from '../dom/page-tree.ts'
import { completeFootnotes } from './complete-footnotes.ts'

const note = (number: number) => createElement('li', { id: `fn-${number}` }, [createText(`Note ${number}.`)])
const mark = (number: number) => createElement('a', { href: `#fn-${number}` }, [createText(String(number))])

/** @returns the attribute `start` of each list, and the ids of its elements */
const listsOf = (root: PageElement) =>
  elementsOf(root)
    .filter(({ tagName }) => tagName === 'ol')
    .map((list) => [attributeOf(list, 'start'), elementsOf(list).map((item) => attributeOf(item, 'id'))])

/**
 * @param present numbers of the footnotes that the article contains already
 * @returns the lists of the article after missing footnotes were added
 */
function settled(present: readonly number[], start: Record<string, string> = {}) {
  const list = createElement('ol', start, present.map(note))
  const root = createElement('div', {}, [
    createElement('p', {}, [1, 2, 3].map(mark)),
    ...(present.length > 0 ? [list] : []),
  ])
  assert.equal(completeFootnotes(root, [1, 2, 3].map(note)), 3 - present.length)
  return listsOf(root)
}

test('missing footnotes are added to the existing list, in the order of their numbers', () => {
  const all = [[undefined, ['fn-1', 'fn-2', 'fn-3']]]
  assert.deepEqual(settled([1]), all)
  assert.deepEqual(settled([2], { start: '2' }), all)
  assert.deepEqual(settled([1, 3]), all)
  assert.deepEqual(settled([]), all)
})

test('a new list starts with the number of its first footnote', () => {
  const root = createElement('div', {}, [createElement('p', {}, [mark(3)])])
  completeFootnotes(root, [1, 2, 3].map(note))
  assert.deepEqual(listsOf(root), [['3', ['fn-3']]])
})
