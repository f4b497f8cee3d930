import type { DraftStorage } from './note-drafts.ts'

const KEY = 'dogear.color'
/** The colours of annotations, as in src/annotations/annotation-color.ts. */
const COLORS = ['yellow', 'green', 'blue', 'pink']

/** @returns the colour of the last annotation made in this browser; the first colour by default */
export function lastColor(storage: Pick<DraftStorage, 'getItem'>): string {
  try {
    return COLORS.find((color) => color === storage.getItem(KEY)) ?? COLORS[0]!
  } catch {
    return COLORS[0]!
  }
}

/** Remembers a colour for the next annotation, if the browser allows storage. */
export function rememberColor(storage: Pick<DraftStorage, 'setItem'>, color: string): void {
  try {
    storage.setItem(KEY, color)
  } catch {
    // Storage is turned off. The default colour is used next time.
  }
}
