import { readFileSync } from 'node:fs'

const FILE = new URL('../../../public/vendor/icons.json', import.meta.url)

let bodies: Readonly<Record<string, string>> | undefined

/**
 * @param name one of `ICON_NAMES`, such as `archive`. The icons are from Lucide (https://lucide.dev/icons).
 * @returns the elements inside the SVG of an icon
 * @throws Error for an icon that is missing in the file, which is a bug in a page
 */
export function iconBody(name: string): string {
  bodies ??= JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>
  const body = bodies[name]
  if (body === undefined) throw new Error(`no icon named ${name}`)
  return body
}
