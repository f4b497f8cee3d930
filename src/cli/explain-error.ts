import { SettingsError } from '../config/load-settings.ts'
import { AppError } from '../kernel/errors.ts'
import { UsageError } from './usage-error.ts'

/** What is left to say, and the exit code, when a command ended with an error. */
export interface Explanation {
  readonly message: string
  readonly exitCode: number
}

/** A refusal is a sentence; anything else is a bug or a broken machine, and keeps its stack. */
export function explainError(error: unknown): Explanation {
  if (error instanceof UsageError) {
    return { message: `dogear: ${error.message}; see "dogear help"`, exitCode: 2 }
  }
  if (error instanceof AppError || error instanceof SettingsError) {
    return { message: `dogear: ${error.message}`, exitCode: 1 }
  }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 }
}
