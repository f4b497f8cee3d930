/** What a check is about. The pages translate these names. */
export type FindingName =
  | 'version'
  | 'settings'
  | 'data folder'
  | 'database'
  | 'pooler'
  | 'standby'
  | 'clock'
  | 'jobs'
  | 'search'
  | 'passkeys'
  | 'backups'
  | 'object store'
  | 'address'
  | 'proxy'
  | 'sign-in'
  | 'mail'

/** A result of a check of the installation. */
export interface Finding {
  readonly name: FindingName
  readonly state: 'ok' | 'warning' | 'problem'
  /** the facts, or the problem and what to do */
  readonly text: string
}

export const ok = (name: FindingName, text: string): Finding => ({ name, state: 'ok', text })
export const warning = (name: FindingName, text: string): Finding => ({ name, state: 'warning', text })
export const problem = (name: FindingName, text: string): Finding => ({ name, state: 'problem', text })

/** @returns the problem that an error describes */
export function problemOf(name: FindingName, error: unknown): Finding {
  return problem(name, error instanceof Error ? error.message : String(error))
}
