/** @returns numbers as text of PostgreSQL's type `bigint[]` */
export function arrayText(numbers: readonly number[] | Float64Array): string {
  return `{${numbers.join(',')}}`
}
