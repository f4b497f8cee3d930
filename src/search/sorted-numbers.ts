/**
 * Integers in ascending order without duplicates. All lists have the same type, because V8 then compiles the loops to
 * faster code.
 */
export type Numbers = Float64Array

/**
 * If one list is at least this many times longer than the other, looking up each number by binary search is faster than
 * merging the lists.
 */
const MUCH_LONGER = 8

/** @returns the numbers that are in both lists */
export function intersect(numbers: Numbers, others: Numbers): Numbers {
  return pick(numbers, others, true)
}

/** @returns the numbers that are not in `others` */
export function subtract(numbers: Numbers, others: Numbers): Numbers {
  return pick(numbers, others, false)
}

/** @returns the numbers that are in either list */
export function unite(numbers: Numbers, others: Numbers): Numbers {
  const united = new Float64Array(numbers.length + others.length)
  let [length, index, at] = [0, 0, 0]
  while (index < numbers.length && at < others.length) {
    const number = numbers[index]!
    const other = others[at]!
    united[length++] = Math.min(number, other)
    index += Number(number <= other)
    at += Number(other <= number)
  }
  for (; index < numbers.length; index++) united[length++] = numbers[index]!
  for (; at < others.length; at++) united[length++] = others[at]!
  return united.subarray(0, length)
}

function pick(numbers: Numbers, others: Numbers, isIncluded: boolean): Numbers {
  const picked = new Float64Array(numbers.length)
  const isMuchLonger = others.length > numbers.length * MUCH_LONGER
  const length = isMuchLonger
    ? pickBySearch(picked, numbers, others, isIncluded)
    : pickByMerge(picked, numbers, others, isIncluded)
  return picked.subarray(0, length)
}

/**
 * Copies to `picked` the numbers that are in `others`; if `isIncluded` is false, the numbers that are not in `others`.
 * Looks up each number by binary search.
 * @returns the number of picked numbers
 */
function pickBySearch(picked: Numbers, numbers: Numbers, others: Numbers, isIncluded: boolean): number {
  let length = 0
  const isOut = Number(!isIncluded)
  // `for of` is slow on typed arrays. The loop adds the result of the test as 0 or 1 and uses no `if`; `pickByMerge`
  // explains why.
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!
    picked[length] = number
    length += Number(others[lowerBound(others, number)] === number) ^ isOut
  }
  return length
}

/**
 * Does the same as `pickBySearch`, but merges both lists. The loop calculates with 0 and 1 instead of using `if`,
 * because the processor cannot predict which of two numbers is lower, and a wrong prediction takes longer than the
 * whole step.
 * @returns the number of picked numbers
 */
function pickByMerge(picked: Numbers, numbers: Numbers, others: Numbers, isIncluded: boolean): number {
  let [length, index, at] = [0, 0, 0]
  const isOut = Number(!isIncluded)
  while (index < numbers.length && at < others.length) {
    const number = numbers[index]!
    const other = others[at]!
    const isNext = Number(number <= other)
    picked[length] = number
    // Equal numbers are in both lists. If `number` is lower than `other`, it is only in the first list.
    length += isNext & (Number(number === other) ^ isOut)
    index += isNext
    at += Number(other <= number)
  }
  if (isIncluded) return length
  for (; index < numbers.length; index++) picked[length++] = numbers[index]!
  return length
}

/** @returns a function that tests by binary search whether a number is in the list */
export function membership(numbers: Numbers): (number: number) => boolean {
  return (number) => numbers[lowerBound(numbers, number)] === number
}

/** @returns the index of the first number that is at least `least`, or the length of the list if there is none */
function lowerBound(numbers: Numbers, least: number): number {
  let [from, length] = [0, numbers.length]
  for (; length > 1; length -= length >>> 1) {
    const half = length >>> 1
    from += numbers[from + half - 1]! < least ? half : 0
  }
  return from + Number(length === 1 && numbers[from]! < least)
}
