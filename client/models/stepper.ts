/** @returns the values that the two buttons of a stepper set, and the number of its filled dots */
export function steps(
  step: number,
  least: number,
  most: number,
): { readonly less: number; readonly more: number; readonly isOn: readonly boolean[] } {
  const isOn = Array.from({ length: most - least + 1 }, (_, index) => least + index <= step)
  return { less: Math.max(least, step - 1), more: Math.min(most, step + 1), isOn }
}
