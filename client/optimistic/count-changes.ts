import { belongsToList } from '../../src/web/cards/belongs-to-list.ts'
import type { EntryMove } from './card-change.ts'

/** The lists that pages show the number of entries of, each with the path of its page. */
const LISTS = { unread: '/unread/list', starred: '/starred/list', archive: '/archive/list', all: '/all/list' } as const

/** Matches a number with the separators of all languages. */
const NUMBER = /\d+(?:[.,’\s]\d{3})*/

/**
 * Changes the numbers of entries in the rail, beside the title of the list, and in the bar for actions on entries, before
 * the server has answered.
 * @param moves the changes of the entries
 * @returns a function that takes the changes of the numbers back
 */
export function changeCounts(moves: readonly EntryMove[]): () => void {
  for (const [list, path] of Object.entries(LISTS)) {
    const count = (states: EntryMove['before'] | undefined) =>
      Number(states !== undefined && belongsToList(states, path))
    const change = moves.reduce((sum, { before, after }) => sum + count(after) - count(before), 0)
    if (change === 0) continue
    for (const element of document.querySelectorAll(`[data-count=${list}]`)) addTo(element, change, 0)
    // In a sentence, the numbers 0 and 1 need another wording, which only the server knows.
    for (const element of document.querySelectorAll(`[data-count-of=${list}], [data-whole-of=${list}]`)) {
      addTo(element, change, 2)
    }
  }
  return () => void changeCounts(moves.map(({ before, after }) => ({ before: after, after: before })))
}

function addTo(element: Element, change: number, least: number): void {
  const text = element.textContent ?? ''
  const [shown] = NUMBER.exec(text) ?? []
  const count = Number(shown?.replaceAll(/\D/g, ''))
  if (shown === undefined || Math.min(count, count + change) < least) return
  element.textContent = text.replace(shown, (count + change).toLocaleString(document.documentElement.lang))
}
