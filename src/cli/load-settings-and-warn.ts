import { loadSettings, type LoadedSettings } from '../config/load-settings.ts'
import type { CommandIo } from './command-io.ts'

/**
 * Reads the settings, and prints a warning for each unknown name.
 * @throws SettingsError with all problems
 */
export function loadSettingsAndWarn(io: CommandIo): LoadedSettings {
  const loaded = loadSettings(io.environment)
  for (const warning of loaded.warnings) io.printError(`warning: ${warning}`)
  return loaded
}
