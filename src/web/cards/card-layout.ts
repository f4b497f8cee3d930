import { COLLECTION_LAYOUTS, type CollectionLayout } from '../../collections/collection.ts'

/** The layouts of a list of cards. Collections have the same ones. */
export type CardLayout = CollectionLayout

/**
 * @param value a preference, or a field of a form
 * @returns the layout with this name, otherwise `cards`
 */
export function parseCardLayout(value: unknown): CardLayout {
  return COLLECTION_LAYOUTS.find((one) => one === value) ?? 'cards'
}

/** @returns the CSS classes of a list of cards */
export function cardsClass(layout: CardLayout): string {
  return layout === 'cards' ? 'cards' : `cards ${layout}`
}

/** @returns the names of the style sheets that a layout needs in addition to that of lists */
export function layoutSheets(layout: CardLayout): readonly string[] {
  return layout === 'cards' ? [] : ['list-layouts']
}
