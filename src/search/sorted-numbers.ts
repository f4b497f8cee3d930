/** Lists of numbers, each in ascending order and without repetition. Time is linear. */

/** @returns those of `numbers` that `others` has too */
export function onlyAmong(numbers: readonly number[], others: readonly number[]): number[] {
  return pick(numbers, others, true)
}

/** @returns those of `numbers` that `others` has not */
export function withoutThose(numbers: readonly number[], others: readonly number[]): number[] {
  return pick(numbers, others, false)
}

function pick(numbers: readonly number[], others: readonly number[], isThere: boolean): number[] {
  const picked: number[] = []
  let at = 0
  for (const number of numbers) {
    while (at < others.length && others[at]! < number) at += 1
    if ((others[at] === number) === isThere) picked.push(number)
  }
  return picked
}

/** @returns a function that says whether a number is in the list, in the time of a binary search */
export function isAmong(numbers: readonly number[]): (number: number) => boolean {
  return (number) => {
    let [low, high] = [0, numbers.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (numbers[middle]! < number) low = middle + 1
      else high = middle
    }
    return numbers[low] === number
  }
}
