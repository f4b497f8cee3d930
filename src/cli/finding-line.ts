import type { Finding } from '../doctor/finding.ts'

const WIDTH = { state: 8, name: 13 }

/** @returns a finding as a line of text */
export function findingLine({ state, name, text }: Finding): string {
  return `${state.padEnd(WIDTH.state)} ${name.padEnd(WIDTH.name)} ${text}`
}
