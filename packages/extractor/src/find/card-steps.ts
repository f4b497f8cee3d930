import { cardLinks, linkOtherPages, linkTitles } from '../blocks/cards/card-links.ts'
import { frameCards } from '../blocks/cards/figure-cards.ts'
import { markPageLists } from '../blocks/cards/page-lists.ts'
import type { Draft, Processed } from '../extraction-draft.ts'
import { cardsOfOtherPages, dropCards } from './other-cards.ts'

/**
 * Finds links without text that cover cards, and cards of other pages. The links of these are shown, so that the search for
 * the text sees them. Cards of other sites in the text become figures.
 */
export function findCards(draft: Draft): Processed {
  const { all } = draft.elements
  const anchors = draft.elements.named('a')
  const links = cardLinks(anchors, draft.url)
  const count = linkOtherPages(all, links)
  const cardsOfOthers = cardsOfOtherPages(all)
  const figures = frameCards(anchors, draft.url)
  const lists = markPageLists(draft.elements)
  const note =
    `${links.size} links of cards found, ${count} of them to other pages, ${figures} cards of other sites ` +
    `and ${lists} lists of pages in the text`
  const draftWithCards = { ...draft, cardLinks: links, cardsOfOthers }
  return { draft: draftWithCards, note, hasNewNames: figures > 0, keepsElements: count + figures === 0 }
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
