/** @returns the values that the two buttons of a stepper set, and for each of its dots whether it is filled */
export function steps(
  step: number,
  min: number,
  max: number,
): { readonly less: number; readonly more: number; readonly isOn: readonly boolean[] } {
  const isOn = Array.from({ length: max - min + 1 }, (_, index) => min + index <= step)
  return { less: Math.max(min, step - 1), more: Math.min(max, step + 1), isOn }
}
