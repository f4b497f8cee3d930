import { OWN_ROOM, type NumberRoom } from './scratch.ts'
import { together, type Numbers } from './sorted-numbers.ts'

/** Up to so many lists are merged two by two; of more all numbers are taken together and put in order. */
const FEW_LISTS = 16
/** Ids of one user may lie so far apart, on average, that a bit for each number between them is less work than sorting. */
const FAR_APART = 128

/**
 * @param lists whole numbers from 0 up to 2^53
 * @returns the numbers of all lists in ascending order, each once; a list alone comes back as it is
 */
export function union(lists: readonly Numbers[], room: NumberRoom = OWN_ROOM): Numbers {
  const some = lists.filter(({ length }) => length > 0)
  if (followEachOther(some)) return together(some, room)
  if (some.length <= FEW_LISTS) return byMerging(some, room)
  const all = together(some, room)
  const least = some.reduce((lowest, list) => Math.min(lowest, list[0]!), Infinity)
  const range = some.reduce((highest, list) => Math.max(highest, list.at(-1)!), 0) - least
  return range < all.length * FAR_APART ? byBits(all, least, range, room) : bySorting(all, room)
}

/** Those of segments nearly always do: new entries go into new segments. */
function followEachOther(lists: readonly Numbers[]): boolean {
  return lists.every((list, index) => index === 0 || lists[index - 1]!.at(-1)! < list[0]!)
}

function byMerging(lists: readonly Numbers[], room: NumberRoom): Numbers {
  let left = lists
  while (left.length > 1) {
    const [before, merged]: [readonly Numbers[], Numbers[]] = [left, []]
    for (let index = 0; index < before.length; index += 2) {
      const [one, other] = [before[index]!, before[index + 1]]
      merged.push(other ? merge(one, other, room) : one)
    }
    left = merged
  }
  return left[0]!
}

/** Which number is the lower cannot be foreseen: computed with 0 and 1, as in take-spots.ts. */
function merge(one: Numbers, other: Numbers, room: NumberRoom): Numbers {
  const merged = room.numbers(one.length + other.length)
  let [length, index, at] = [0, 0, 0]
  while (index < one.length && at < other.length) {
    const [left, right] = [one[index]!, other[at]!]
    merged[length++] = Math.min(left, right)
    index += Number(left <= right)
    at += Number(right <= left)
  }
  while (index < one.length) merged[length++] = one[index++]!
  while (at < other.length) merged[length++] = other[at++]!
  return merged.subarray(0, length)
}

function byBits(numbers: Float64Array, least: number, range: number, room: NumberRoom): Numbers {
  const bits = room.integers(Math.floor(range / 32) + 1).fill(0)
  for (let index = 0; index < numbers.length; index++) {
    const offset = numbers[index]! - least
    bits[Math.floor(offset / 32)]! |= 1 << (offset % 32)
  }
  const ordered = room.numbers(numbers.length)
  let length = 0
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1)
      ordered[length++] = least + word * 32 + 31 - Math.clz32(rest & -rest)
  }
  return ordered.subarray(0, length)
}

function bySorting(numbers: Float64Array, room: NumberRoom): Numbers {
  const sorted = room.numbers(numbers.length)
  sorted.set(numbers)
  sorted.sort()
  let length = 0
  for (let index = 0; index < sorted.length; index++) {
    const number = sorted[index]!
    if (length === 0 || number !== sorted[length - 1]) sorted[length++] = number
  }
  return sorted.subarray(0, length)
}
