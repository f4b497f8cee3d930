import type { Numbers } from './sorted-numbers.ts'

/** Ids of one user may lie so far apart, on average, that a bit for each number between them is less work than sorting. */
const FAR_APART = 128

/**
 * @param numbers whole numbers from 0 up to 2^53
 * @returns the numbers in ascending order, each once; what is in order already comes back as it is
 */
export function inOrder(numbers: Float64Array): Numbers {
  if (isInOrder(numbers)) return numbers
  let [least, most] = [Infinity, 0]
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!
    if (number < least) least = number
    if (number > most) most = number
  }
  return most - least < numbers.length * FAR_APART ? byBits(numbers, least, most - least) : bySorting(numbers)
}

function isInOrder(numbers: Float64Array): boolean {
  for (let index = 1; index < numbers.length; index++) if (numbers[index]! <= numbers[index - 1]!) return false
  return true
}

function byBits(numbers: Float64Array, least: number, range: number): Numbers {
  const bits = new Uint32Array(Math.floor(range / 32) + 1)
  for (let index = 0; index < numbers.length; index++) {
    const offset = numbers[index]! - least
    bits[Math.floor(offset / 32)]! |= 1 << (offset % 32)
  }
  const ordered = new Float64Array(numbers.length)
  let length = 0
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1)
      ordered[length++] = least + word * 32 + 31 - Math.clz32(rest & -rest)
  }
  return ordered.subarray(0, length)
}

function bySorting(numbers: Float64Array): Numbers {
  const sorted = numbers.slice().sort()
  return sorted.filter((number, index) => index === 0 || number !== sorted[index - 1])
}
