import { readFileSync } from 'node:fs'

/** @returns the version in package.json */
export function packageVersion(): string {
  const path = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string }).version
}
