import type * as server from '../../../src/web/layout/icon-body.ts'

const bodies = new Map<string, string>()

/** Sets the icons. @param given the content of the asset `vendor/icons.json`: SVG by name */
export function setIcons(given: Readonly<Record<string, string>>): void {
  for (const [name, body] of Object.entries(given)) bodies.set(name, body)
}

export const iconBody: typeof server.iconBody = (name) => {
  const body = bodies.get(name)
  if (body === undefined) throw new Error(`no icon named ${name}`)
  return body
}
