import { OWN_ROOM, type NumberRoom } from './scratch.ts'

/** Numbers in ascending order and without repetition; always of this one kind, of which the engine makes fast loops. */
export type Numbers = Float64Array

/** A list that is so many times longer is not walked: each number is looked up in it. */
const FAR_LONGER = 8

/** @returns those of `numbers` that `others` has too */
export function onlyAmong(numbers: Numbers, others: Numbers, room: NumberRoom = OWN_ROOM): Numbers {
  return pick(numbers, others, true, room)
}

/** @returns those of `numbers` that `others` has not */
export function withoutThose(numbers: Numbers, others: Numbers, room: NumberRoom = OWN_ROOM): Numbers {
  return pick(numbers, others, false, room)
}

function pick(numbers: Numbers, others: Numbers, isThere: boolean, room: NumberRoom): Numbers {
  const picked = room.numbers(numbers.length)
  const isFar = others.length > numbers.length * FAR_LONGER
  const length = isFar
    ? pickByLooking(picked, numbers, others, isThere)
    : pickByWalking(picked, numbers, others, isThere)
  return picked.subarray(0, length)
}

/** @param picked to be filled @returns how many they are, as does the other */
function pickByLooking(picked: Numbers, numbers: Numbers, others: Numbers, isThere: boolean): number {
  let length = 0
  const isOut = Number(!isThere)
  // Neither `for of`, which is slow on arrays of numbers, nor a guess whether the number is there: see pickByWalking.
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!
    picked[length] = number
    length += Number(others[firstFrom(others, number)] === number) ^ isOut
  }
  return length
}

/** Which of two numbers is the lower cannot be foreseen: computed with 0 and 1, for the reason of `takeIds`. */
function pickByWalking(picked: Numbers, numbers: Numbers, others: Numbers, isThere: boolean): number {
  let [length, index, at] = [0, 0, 0]
  const isOut = Number(!isThere)
  while (index < numbers.length && at < others.length) {
    const number = numbers[index]!
    const other = others[at]!
    const isNext = Number(number <= other)
    picked[length] = number
    // A number that is as high as the other is there; one that is lower is not.
    length += isNext & (Number(number === other) ^ isOut)
    index += isNext
    at += Number(other <= number)
  }
  if (isThere) return length
  for (; index < numbers.length; index++) picked[length++] = numbers[index]!
  return length
}

/** @returns a function that says whether a number is in the list, in the time of a binary search */
export function isAmong(numbers: Numbers): (number: number) => boolean {
  return (number) => numbers[firstFrom(numbers, number)] === number
}

/** @returns the numbers of all lists, one list after the other */
export function together(lists: readonly Numbers[], room: NumberRoom = OWN_ROOM): Float64Array {
  if (lists.length === 1) return lists[0]!
  const total = lists.reduce((sum, { length }) => sum + length, 0)
  if (lists.length > 0 && areSide(lists)) return new Float64Array(lists[0]!.buffer, lists[0]!.byteOffset, total)
  const all = room.numbers(total)
  let length = 0
  for (const list of lists) {
    all.set(list, length)
    length += list.length
  }
  return all
}

/** Lists that were made one after the other in the same room are one already. */
function areSide(lists: readonly Numbers[]): boolean {
  return lists.every(({ buffer, byteOffset }, index) => {
    const before = lists[index - 1]
    return !before || (buffer === before.buffer && byteOffset === before.byteOffset + before.byteLength)
  })
}

/** @returns where the first number from `least` on is; the length of the list where there is none */
export function firstFrom(numbers: Numbers, least: number): number {
  let [from, length] = [0, numbers.length]
  for (; length > 1; length -= length >>> 1) {
    const half = length >>> 1
    from += numbers[from + half - 1]! < least ? half : 0
  }
  return from + Number(length === 1 && numbers[from]! < least)
}
