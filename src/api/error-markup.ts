import { html } from '../kernel/html.ts'
import { statusText } from '../kernel/status-text.ts'

type Lines = readonly (readonly [name: string, value: string])[]

/** @returns an error as XML, each member of its body an element (contract 0.6) */
export function errorXml(lines: Lines): string {
  const children = lines.map(([name, value]) => `<${name}>${html`${value}`.toString()}</${name}>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<response>${children}</response>\n`
}

/** @returns an error as a small page */
export function errorHtml(status: number, lines: Lines): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${status}</title></head>
<body><h1>${statusText(status)}</h1>${lines.map(([, value]) => html`<p>${value}</p>`)}</body></html>`.toString()
}
