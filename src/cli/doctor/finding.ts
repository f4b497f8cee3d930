/** The result of one check of `dogear doctor`. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'problem'
  /** the facts, or the problem and what to do */
  readonly text: string
}

export const ok = (name: string, text: string): Finding => ({ name, state: 'ok', text })
export const warning = (name: string, text: string): Finding => ({ name, state: 'warning', text })
export const problem = (name: string, text: string): Finding => ({ name, state: 'problem', text })

/** @returns the problem that an error describes */
export function problemOf(name: string, error: unknown): Finding {
  return problem(name, error instanceof Error ? error.message : String(error))
}

const WIDTH = { state: 8, name: 13 }

/** @returns a finding as a line of text */
export function findingLine({ state, name, text }: Finding): string {
  return `${state.padEnd(WIDTH.state)} ${name.padEnd(WIDTH.name)} ${text}`
}
