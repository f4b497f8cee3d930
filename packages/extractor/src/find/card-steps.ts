import { cardLinks, linkOtherPages, linkTitles } from '../blocks/cards/card-links.ts'
import type { Draft, Processed } from '../extraction-draft.ts'
import { cardsOfOtherPages, dropCards } from './other-cards.ts'

/**
 * Finds links without text that cover cards, and cards of other pages. The links of these are shown, so that the search for
 * the text sees them.
 */
export function findCards(draft: Draft): Processed {
  const { all } = draft.elements
  const links = cardLinks(all, draft.url)
  const count = linkOtherPages(all, links)
  const cardsOfOthers = cardsOfOtherPages(all)
  const note = `${links.size} links of cards found, ${count} of them to other pages`
  return { draft: { ...draft, cardLinks: links, cardsOfOthers }, note, keepsElements: count === 0 }
}

/** Removes cards of other pages from the text. */
export function removeOtherCards(draft: Draft): Processed {
  const count = draft.found === undefined ? 0 : dropCards(draft.found, draft.cardsOfOthers)
  return { draft, note: `${count} labels and boxes of cards of other pages removed` }
}

/** Turns the titles of cards in the text into links. */
export function linkCards(draft: Draft): Processed {
  const count = draft.found === undefined ? 0 : linkTitles(draft.found, draft.cardLinks)
  return { draft, note: `${count} titles of cards turned into links` }
}
