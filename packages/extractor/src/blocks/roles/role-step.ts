import type { Draft, Processed } from '../../extraction-draft.ts'
import { showArtboards } from './artboards.ts'
import { openDrawnPages } from './drawn-pages.ts'
import { showCanvasFallbacks } from './canvas-fallbacks.ts'
import { tableColumns } from './column-tables.ts'
import { showDrawnPictures } from './drawn-pictures.ts'
import { nameByRole } from './elements-by-role.ts'
import { nameFonts } from './font-names.ts'
import { dropItemMarks } from './item-marks.ts'
import { dropRepeatedPictures } from './repeated-pictures.ts'
import { nestListLevels } from './list-levels.ts'
import { showTaskStates } from './task-states.ts'
import { dropVerseLineNumbers } from './verse-line-numbers.ts'

/** Gives parts of the page that only a role or a style marks the elements of HTML for them. */
export function giveRolesElements(draft: Draft): Processed {
  const { elements } = draft
  const pictures = showArtboards(elements) + showDrawnPictures(elements)
  const slides = openDrawnPages(draft.page, elements.named('svg'))
  const canvases = showCanvasFallbacks(elements)
  const lines = dropVerseLineNumbers(elements)
  if (slides + canvases + lines > 0) elements.renew()
  const roles = nameByRole(elements)
  if (roles > 0) elements.renew()
  const named = roles + tableColumns(elements.named('div')) + nameFonts(elements.named('span'))
  const lists = nestListLevels(elements.all)
  const tasks = showTaskStates(elements)
  const copies = dropRepeatedPictures(draft.page, elements)
  const marks = dropItemMarks(elements.named('li'))
  const count = slides + canvases + lines + pictures + named + lists + tasks + copies + marks
  const note =
    `${named} headings, lists, tables and words named by their roles, ${pictures} pictures without an element of their own, ` +
    `${lists} lists nested by their levels, ${tasks} states of tasks shown, ` +
    `${canvases} canvases replaced by what they contain, ${lines} numbers of lines of poems, ` +
    `${marks} bullets and numbers of items and ${copies} repeated pictures removed`
  return { draft, note, hasNewNames: count > 0, keepsElements: count === 0 }
}
