import { loadSettings, type LoadedSettings } from '../config/load-settings.ts'
import type { CommandIo } from './command-io.ts'

/**
 * Reads the settings from the environment, and prints their warnings, such as unknown names.
 * @throws SettingsError that lists all problems
 */
export function loadSettingsAndWarn(io: CommandIo): LoadedSettings {
  const loaded = loadSettings(io.environment)
  for (const warning of loaded.warnings) io.printError(`warning: ${warning}`)
  return loaded
}
