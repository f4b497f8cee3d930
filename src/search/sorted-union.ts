/** Ids of one user may lie so far apart, on average, that a bit for each number between them is less work than sorting. */
const FAR_APART = 128

/**
 * @param numbers whole numbers from 0 up to 2^53
 * @returns the numbers in ascending order, each once; what is in order already comes back as it is
 */
export function inOrder(numbers: readonly number[]): readonly number[] {
  if (isInOrder(numbers)) return numbers
  let [least, most] = [Infinity, 0]
  for (const number of numbers) {
    if (number < least) least = number
    if (number > most) most = number
  }
  return most - least < numbers.length * FAR_APART ? byBits(numbers, least, most - least) : bySorting(numbers)
}

function isInOrder(numbers: readonly number[]): boolean {
  for (let index = 1; index < numbers.length; index++) if (numbers[index]! <= numbers[index - 1]!) return false
  return true
}

function byBits(numbers: readonly number[], least: number, range: number): number[] {
  const bits = new Uint32Array(Math.floor(range / 32) + 1)
  for (const number of numbers) {
    const offset = number - least
    bits[Math.floor(offset / 32)]! |= 1 << (offset % 32)
  }
  const ordered: number[] = []
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1)
      ordered.push(least + word * 32 + 31 - Math.clz32(rest & -rest))
  }
  return ordered
}

function bySorting(numbers: readonly number[]): number[] {
  const sorted = Float64Array.from(numbers).sort()
  return Array.from(sorted.filter((number, index) => index === 0 || number !== sorted[index - 1]))
}
