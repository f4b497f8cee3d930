import { readFileSync } from 'node:fs'
import { editDistance } from './edit-distance.ts'
import { SETTINGS, type SettingName, type Settings } from './settings.ts'
import { missingSettings } from './missing-settings.ts'
import type { Setting } from './setting-parsers.ts'

/** Start of the names of all settings, except those that other programs use too. */
const PREFIX = 'DOGEAR_'

export type Environment = Readonly<Record<string, string | undefined>>

export interface LoadedSettings {
  readonly settings: Settings
  /** the texts of the settings before they were parsed, for printing */
  readonly texts: Readonly<Record<SettingName, string>>
  /**
   * warnings about unknown names that start with `DOGEAR_`. Each warning suggests the most similar name of a setting.
   */
  readonly warnings: readonly string[]
}

/** An error that lists all invalid settings. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * @param environment names and values, usually `process.env`. The variable NAME_FILE may contain the path of a file
 *   with the value of the secret setting NAME.
 * @throws SettingsError with all problems
 */
export function loadSettings(environment: Environment): LoadedSettings {
  const problems: string[] = []
  const texts: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]) {
    try {
      const text = readText(environment, name, setting)
      texts[name] = text
      values[name] = setting.parse(text)
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (problems.length === 0) problems.push(...missingSettings(values as Settings))
  if (problems.length > 0) throw new SettingsError(problems)
  return {
    settings: Object.freeze(values) as Settings,
    texts: Object.freeze(texts) as Record<SettingName, string>,
    warnings: unknownNames(environment),
  }
}

function readText(environment: Environment, name: SettingName, setting: Setting<unknown>): string {
  const path = setting.isSecret ? environment[`${name}_FILE`] : undefined
  if (path !== undefined && path !== '') {
    if (environment[name]) throw new Error(`is set twice: directly and as ${name}_FILE`)
    return readSecretFile(path)
  }
  const value = environment[name]
  return value === undefined || value === '' ? setting.fallback : value.trim()
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(`cannot be read from ${path}: ${(error as Error).message}`, { cause: error })
  }
}

function unknownNames(environment: Environment): string[] {
  const known = Object.entries(SETTINGS as Record<string, Setting<unknown>>).flatMap(([name, { isSecret }]) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  )
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => `${name} is not a setting; did you mean ${nearest(name, known)}?`)
}

/**
 * @returns the most similar known name. Some names lack the prefix of the others, so a name is also compared without
 *   it: `DOGEAR_PORT` means `PORT`.
 */
function nearest(name: string, known: readonly string[]): string {
  const bare = name.slice(PREFIX.length)
  const distance = (one: string) => editDistance(one.startsWith(PREFIX) ? name : bare, one)
  return known.toSorted((left, right) => distance(left) - distance(right))[0]!
}
