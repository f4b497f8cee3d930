import type { Draft, Processed } from '../../extraction-draft.ts'
import { showArtboards } from './artboards.ts'
import { showDrawnPictures } from './drawn-pictures.ts'
import { nameByRole } from './elements-by-role.ts'
import { showTaskStates } from './task-states.ts'

/** Gives parts of the page that only a role or a style marks the elements of HTML for them. */
export function giveRolesElements(draft: Draft): Processed {
  const pictures = showArtboards(draft.elements.all) + showDrawnPictures(draft.elements.all)
  const named = nameByRole(draft.elements.all)
  const tasks = showTaskStates(draft.elements.all)
  const count = pictures + named + tasks
  const note =
    `${named} headings, lists and tables named by their roles, ${pictures} pictures without an element of their own, ` +
    `${tasks} states of tasks shown`
  return { draft, note, hasNewNames: count > 0, keepsElements: count === 0 }
}
