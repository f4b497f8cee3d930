/** A note in the margin. All measures are in pixels from the top of the article. */
interface MarginNote {
  /** top of the passage to which the note belongs */
  readonly passage: number
  readonly height: number
}

/** Minimum distance in pixels between two notes. */
const GAP = 12

/**
 * Places notes in the margin. Each note stands beside its passage, or below the note before it if that one reaches
 * further down.
 *
 * @param notes the notes in the order of their passages
 * @param current index of the note that stands exactly beside its passage, if the notes before it leave room; those
 *   make way upwards. -1 if there is none.
 * @returns the top of each note
 */
export function stackNotes(notes: readonly MarginNote[], current = -1): readonly number[] {
  const tops: number[] = []
  let [free, room] = [0, 0]
  for (const [index, { passage, height }] of notes.entries()) {
    const top = Math.max(passage, index === current ? room : free)
    tops.push(top)
    free = top + height + GAP
    room += height + GAP
  }
  for (let index = current - 1; index >= 0; index--) {
    tops[index] = Math.min(tops[index]!, tops[index + 1]! - GAP - notes[index]!.height)
  }
  return tops
}
