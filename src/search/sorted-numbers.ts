/** Numbers in ascending order and without repetition; always of this one kind, of which the engine makes fast loops. */
export type Numbers = Float64Array

/** A list that is this many times longer is not walked: each number is looked up in it. */
const FAR_LONGER = 8

/** @returns those of `numbers` that `others` has too */
export function onlyAmong(numbers: Numbers, others: Numbers): Numbers {
  return pick(numbers, others, true)
}

/** @returns those of `numbers` that `others` has not */
export function withoutThose(numbers: Numbers, others: Numbers): Numbers {
  return pick(numbers, others, false)
}

function pick(numbers: Numbers, others: Numbers, isThere: boolean): Numbers {
  const picked = new Float64Array(numbers.length)
  const isFar = others.length > numbers.length * FAR_LONGER
  const length = isFar
    ? pickByLooking(picked, numbers, others, isThere)
    : pickByWalking(picked, numbers, others, isThere)
  return picked.subarray(0, length)
}

/** Fills `picked`. @returns how many numbers it has */
function pickByLooking(picked: Numbers, numbers: Numbers, others: Numbers, isThere: boolean): number {
  let length = 0
  const isOut = Number(!isThere)
  // No `for of`, which is slow on arrays of numbers, and no branch on the result: see pickByWalking.
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!
    picked[length] = number
    length += Number(others[firstFrom(others, number)] === number) ^ isOut
  }
  return length
}

/**
 * Fills `picked`. Which of two numbers is lower cannot be predicted, and a mispredicted branch takes longer than the step
 * itself, so this computes with 0 and 1 in place of `if`.
 * @returns how many numbers it has
 */
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

/** @returns where the first number from `least` on is; the length of the list where there is none */
export function firstFrom(numbers: Numbers, least: number): number {
  let [from, length] = [0, numbers.length]
  for (; length > 1; length -= length >>> 1) {
    const half = length >>> 1
    from += numbers[from + half - 1]! < least ? half : 0
  }
  return from + Number(length === 1 && numbers[from]! < least)
}
