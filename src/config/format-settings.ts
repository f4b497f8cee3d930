import { SETTINGS, type SettingName } from './settings.ts'
import type { Setting } from './setting.ts'

const ROWS = Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]

/** @returns one `NAME=value` line for each setting; for secrets, only whether they are set */
export function printSettings(texts: Readonly<Record<SettingName, string>>): string {
  return ROWS.map(([name, { isSecret }]) => `${name}=${isSecret ? masked(texts[name]) : texts[name]}`).join('\n')
}

function masked(text: string): string {
  return text === '' ? '' : '********'
}

/** @returns the table of docs/configuration.md in Markdown, a row for each setting */
export function settingsTable(): string {
  const rows = ROWS.map(([name, { fallback, help, isSecret }]) => {
    const value = fallback === '' ? '' : `\`${fallback}\``
    return `| \`${name}\`${isSecret ? ' (secret)' : ''} | ${value} | ${help} |`
  })
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}
