/** Numbers in ascending order and without repetition; always of this one kind, of which the engine makes fast loops. */
export type Numbers = Float64Array

/** A list that is so many times longer is not walked: each number is looked up in it. */
const FAR_LONGER = 32

/** @returns those of `numbers` that `others` has too */
export function onlyAmong(numbers: Numbers, others: Numbers): Numbers {
  return pick(numbers, others, true)
}

/** @returns those of `numbers` that `others` has not */
export function withoutThose(numbers: Numbers, others: Numbers): Numbers {
  return pick(numbers, others, false)
}

function pick(numbers: Numbers, others: Numbers, isThere: boolean): Numbers {
  return others.length > numbers.length * FAR_LONGER
    ? pickByLooking(numbers, others, isThere)
    : pickByWalking(numbers, others, isThere)
}

function pickByLooking(numbers: Numbers, others: Numbers, isThere: boolean): Numbers {
  const has = isAmong(others)
  return numbers.filter((number) => has(number) === isThere)
}

function pickByWalking(numbers: Numbers, others: Numbers, isThere: boolean): Numbers {
  const picked = new Float64Array(numbers.length)
  let [length, at] = [0, 0]
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!
    while (at < others.length && others[at]! < number) at += 1
    if ((at < others.length && others[at] === number) === isThere) picked[length++] = number
  }
  return picked.subarray(0, length)
}

/** @returns a function that says whether a number is in the list, in the time of a binary search */
export function isAmong(numbers: Numbers): (number: number) => boolean {
  return (number) => numbers[firstFrom(numbers, number)] === number
}

/** @returns the numbers of all lists, one list after the other */
export function together(lists: readonly Numbers[]): Float64Array {
  if (lists.length === 1) return lists[0]!
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0))
  let length = 0
  for (const list of lists) {
    all.set(list, length)
    length += list.length
  }
  return all
}

/** @returns where the first number from `least` on is; the length of the list where there is none */
export function firstFrom(numbers: Numbers, least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
