import { SETTINGS, type SettingName } from './settings.ts'
import type { Setting } from './setting-parsers.ts'

const ROWS = Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]

/** @returns a line `NAME=value` for each setting. The values of secrets are masked. */
export function printSettings(texts: Readonly<Record<SettingName, string>>): string {
  return ROWS.map(([name, { isSecret }]) => `${name}=${isSecret ? masked(texts[name]) : texts[name]}`).join('\n')
}

function masked(text: string): string {
  return text === '' ? '' : '********'
}

/** @returns the table in docs/configuration.md, as Markdown with a row for each setting */
export function settingsTable(): string {
  const rows = ROWS.map(([name, { fallback, help, isSecret }]) => {
    const value = fallback === '' ? '' : `\`${fallback}\``
    return `| \`${name}\`${isSecret ? ' (secret)' : ''} | ${value} | ${help} |`
  })
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}
