/** Ascending numbers without duplicates. Always of this single type, for which the engine generates fast loops. */
export type Numbers = Float64Array

/** In a list that is this many times longer, each number is looked up by binary search. */
const MUCH_LONGER = 8

/** @returns the numbers that are in both lists */
export function intersect(numbers: Numbers, others: Numbers): Numbers {
  return pick(numbers, others, true)
}

/** @returns the numbers that are not in `others` */
export function subtract(numbers: Numbers, others: Numbers): Numbers {
  return pick(numbers, others, false)
}

function pick(numbers: Numbers, others: Numbers, isIncluded: boolean): Numbers {
  const picked = new Float64Array(numbers.length)
  const isMuchLonger = others.length > numbers.length * MUCH_LONGER
  const length = isMuchLonger
    ? pickBySearch(picked, numbers, others, isIncluded)
    : pickByMerge(picked, numbers, others, isIncluded)
  return picked.subarray(0, length)
}

/** Fills `picked`. @returns its length */
function pickBySearch(picked: Numbers, numbers: Numbers, others: Numbers, isIncluded: boolean): number {
  let length = 0
  const isOut = Number(!isIncluded)
  // No `for of`, which is slow on typed arrays, and no branch on the result: see pickByMerge.
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!
    picked[length] = number
    length += Number(others[lowerBound(others, number)] === number) ^ isOut
  }
  return length
}

/**
 * Fills `picked`. Which of two numbers is lower cannot be predicted, and a mispredicted branch takes longer than the step
 * itself, so this computes with 0 and 1 in place of `if`.
 * @returns its length
 */
function pickByMerge(picked: Numbers, numbers: Numbers, others: Numbers, isIncluded: boolean): number {
  let [length, index, at] = [0, 0, 0]
  const isOut = Number(!isIncluded)
  while (index < numbers.length && at < others.length) {
    const number = numbers[index]!
    const other = others[at]!
    const isNext = Number(number <= other)
    picked[length] = number
    // A number that equals the other is in both lists; a lower one is only in the first.
    length += isNext & (Number(number === other) ^ isOut)
    index += isNext
    at += Number(other <= number)
  }
  if (isIncluded) return length
  for (; index < numbers.length; index++) picked[length++] = numbers[index]!
  return length
}

/** @returns a function that returns whether a number is in the list, by binary search */
export function membership(numbers: Numbers): (number: number) => boolean {
  return (number) => numbers[lowerBound(numbers, number)] === number
}

/** @returns the index of the first number that is not below `least`; the length of the list if all are below */
export function lowerBound(numbers: Numbers, least: number): number {
  let [from, length] = [0, numbers.length]
  for (; length > 1; length -= length >>> 1) {
    const half = length >>> 1
    from += numbers[from + half - 1]! < least ? half : 0
  }
  return from + Number(length === 1 && numbers[from]! < least)
}
