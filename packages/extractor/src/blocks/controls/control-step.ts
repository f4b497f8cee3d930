import type { Draft, Processed } from '../../extraction-draft.ts'
import { nameAnswersInNav } from './answers-in-nav.ts'
import { dropPlayerControls } from './player-controls.ts'
import { unwrapButtons } from './unwrap-buttons.ts'

/** Keeps what is in controls, and removes controls that work only by the scripts of the page. */
export function openControls(draft: Draft): Processed {
  const { page, elements } = draft
  const players = [...elements.named('video'), ...elements.named('audio')]
  const buttons = unwrapButtons(page, elements.named('button'))
  const count = buttons + dropPlayerControls(page, players) + nameAnswersInNav(elements.named('nav'))
  return {
    draft,
    note: `${count} buttons, controls of players and of answers removed`,
    hasNewNames: count > 0,
    keepsElements: count === 0,
  }
}
