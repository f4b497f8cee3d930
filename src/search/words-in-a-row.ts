import { Meeting, SPAN, type Met } from './meeting.ts'
import { PlaceCursor } from './place-cursor.ts'
import { isGone, type Gone, type SegmentPages, type SegmentWord } from './segment.ts'
import { firstFrom, type Numbers } from './sorted-numbers.ts'

/** PostgreSQL keeps so many places of a word (its manual, section 12.11). */
const MAX_PLACES = 256

/**
 * @param words for each token of a phrase the words that stand for it, in the order of their pages
 * @param candidates ids, in ascending order, of entries that have a word for each token
 * @returns those in which such words follow each other
 */
export function inARow(words: readonly (readonly SegmentWord[])[], candidates: Numbers, gone: Gone): Numbers {
  let met = withFirst(candidates, words[0]!, gone)
  for (const each of words.slice(1)) met = withNext(met, each, gone)
  return met.entries
}

function withFirst(candidates: Numbers, words: readonly SegmentWord[], gone: Gone): Met {
  const meeting = new Meeting()
  walk(words, candidates, gone, (places, count, at) => {
    for (let index = 0; index < count; index++) meeting.add(at, places[index]!)
  })
  return meeting.among(candidates)
}

/** @returns the entries in which one of the words comes right after an end, and where */
function withNext({ entries, ends, firsts }: Met, words: readonly SegmentWord[], gone: Gone): Met {
  const meeting = new Meeting()
  const isAfter = new Uint8Array(SPAN + 1)
  walk(words, entries, gone, (places, count, at) => {
    const [from, to] = [firsts[at]!, firsts[at + 1]!]
    for (let index = from; index < to; index++) isAfter[ends[index]! + 1] = 1
    for (let index = 0; index < count; index++) if (isAfter[places[index]!] === 1) meeting.add(at, places[index]!)
    for (let index = from; index < to; index++) isAfter[ends[index]! + 1] = 0
  })
  return meeting.among(entries)
}

/** Meets each entry that has one of the words, word after word, with the places of the word in it. */
function walk(
  words: readonly SegmentWord[],
  entries: Numbers,
  gone: Gone,
  meet: (places: Uint16Array, count: number, at: number) => void,
): void {
  const places = new Uint16Array(MAX_PLACES)
  let part: SegmentPages | undefined
  let cursor: PlaceCursor | undefined
  for (const word of words) {
    if (word.part !== part || !cursor) cursor = new PlaceCursor((part = word.part).places)
    let at = firstFrom(entries, word.ids[0] ?? 0)
    for (let index = 0; index < word.ids.length && at < entries.length; index++) {
      const id = word.ids[index]!
      while (at < entries.length && entries[at]! < id) at += 1
      if (at === entries.length || entries[at] !== id || isGone(gone, id, part.segment)) continue
      cursor.goTo(word.before + index)
      meet(places, cursor.take(places), at)
    }
  }
}
