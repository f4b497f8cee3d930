import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web site on which each page contains another article. */
interface Site {
  readonly port: number
  close(): void
}

/** @param bytes size of each page */
export async function startSite(bytes: number): Promise<Site> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(request.url ?? '', bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** @returns a page. Half of it is the article; the rest is menus, cards and styles. */
function pageOf(path: string, bytes: number): string {
  const title = `Tides of ${path}`
  let number = 0
  const text = filled(bytes / 2, () => {
    number++
    return `<p>Paragraph ${number} of ${path}: the tide comes and goes, and so do <a href="/on/${number}">its readers</a>, one after the other, all <em>day</em> long.</p>\n`
  })
  const cards = filled(
    bytes / 4,
    () => `<div class="card"><a href="/card/${++number}"><span>Elsewhere</span> on this site</a></div>\n`,
  )
  const style = filled(bytes / 4, () => `.card-${++number} { margin: 0 auto; padding: 1rem; color: #222 }\n`)
  return `<!doctype html><html lang="en"><head><title>${title}</title><style>${style}</style></head><body><nav>${cards}</nav><article><h1>${title}</h1>${text}</article></body></html>`
}

function filled(bytes: number, next: () => string): string {
  let text = ''
  while (text.length < bytes) text += next()
  return text
}
