import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

type Cleaner = { after(step: () => unknown): void }

/** A web server on loopback with typical pages. */
export interface Site {
  /** address of the server, `http://127.0.0.1:port` */
  readonly url: string
  /** @returns the number of requests for a path */
  hits(path: string): number
  /** Sets the page at a path, replacing an earlier one. */
  page(path: string, answer: RequestListener): void
}

interface ArticleText {
  readonly title: string
  readonly language: string
  /** sentence that is repeated until the page is long enough to count as an article */
  readonly sentence: string
  /** charset that a meta element declares; absent for a page without a declaration */
  readonly charset?: string
}

/** A picture of one pixel (GIF89a). */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export const NEWS: ArticleText = {
  title: 'Harbour town rebuilds its sea wall by hand',
  language: 'en-GB',
  sentence:
    'Forty volunteers met every Saturday at low water and handed each stone from one pair of arms to the next. ',
}
export const GERMAN: ArticleText = {
  title: 'Über die Größe kleiner Gärten – ein „Versuch“',
  language: 'de',
  sentence: 'Wer über schöne Gärten schreibt, müßte „eigentlich“ draußen sitzen – für 5 € bekäme man Äpfel und Öl. ',
}
export const JAPANESE: ArticleText = {
  title: '海辺の町の石垣',
  language: 'ja',
  sentence: '町の人々は毎週土曜日に集まり、手から手へ石を渡して、古い石垣を直した。',
}
export const RUSSIAN: ArticleText = {
  title: 'Стена у моря',
  language: 'ru',
  sentence: 'Каждую субботу сорок человек приходили к морю и передавали камни из рук в руки до самой темноты. ',
}

/**
 * @returns a page with an article and what typically surrounds it, such as navigation. Its event handlers open no dialog:
 *   Chromium waits for a dialog before it shows the next page, and a dialog that opens while a test leaves the page is
 *   never closed.
 */
export function articlePage({ title, language, sentence, charset }: ArticleText): string {
  const meta = charset === undefined ? '' : `<meta charset="${charset}">`
  const paragraphs = Array.from({ length: 6 }, () => `<p>${sentence.repeat(5)}</p>`).join('\n')
  return `<!doctype html>
<html lang="${language}">
<head>${meta}<title>${title}</title>
<meta property="og:title" content="${title}">
<meta property="og:image" content="/img/wall.jpg">
<meta name="author" content="Ines Marlow">
<meta property="article:published_time" content="2025-02-11T07:30:00+01:00"></head>
<body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/tides">Tides</a></li></ul></nav></header>
<main><article><h1>${title}</h1>
<script>window.secret = "script text"</script>
${paragraphs}
<p><a href="/next" onclick="secret = 1">On</a> <img src="/img/wall.jpg" onerror="secret = 1"></p>
</article></main>
<footer><p>All rights reserved.</p></footer></body></html>`
}

/**
 * Encodes a text by inverting the decoder's table, because Node can decode this charset but not encode it.
 * @returns the text in the charset
 */
function encodeText(charset: string, text: string): Buffer {
  if (charset === 'utf-16le') return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const table = encodingTable(charset)
  return Buffer.concat(Array.from(text, (character) => table.get(character) ?? Buffer.from('?')))
}

const TABLES = new Map<string, Map<string, Buffer>>()

function encodingTable(charset: string): Map<string, Buffer> {
  const existing = TABLES.get(charset)
  if (existing) return existing
  const decoder = new TextDecoder(charset)
  const table = new Map<string, Buffer>()
  const add = (bytes: Buffer) => {
    const text = decoder.decode(bytes)
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes)
  }
  for (let first = 0; first < 256; first++) add(Buffer.from([first]))
  if (charset === 'shift_jis') {
    for (let first = 0x81; first < 0xfd; first++) {
      for (let second = 0x40; second < 0xfd; second++) add(Buffer.from([first, second]))
    }
  }
  TABLES.set(charset, table)
  return table
}

/** @returns a response, with status 200 by default */
export function answering(body: string | Uint8Array, contentType = 'text/html; charset=utf-8', status = 200) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': contentType, 'set-cookie': 'visitor=1' }).end(body)
  }
}

/** @returns a redirect */
export function leadingTo(location: string, status = 302) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { location }).end()
  }
}

/** @returns a delayed response */
export function after(milliseconds: number, answer: RequestListener): RequestListener {
  return (request, response) => {
    const timer = setTimeout(() => answer(request, response), milliseconds)
    response.once('close', () => clearTimeout(timer))
  }
}

/**
 * @returns a response that is sent when the test calls `release`. Unlike a delay, this does not depend on how fast the
 *   machine is.
 */
export function held(answer: RequestListener): { readonly answer: RequestListener; release(): void } {
  const released = Promise.withResolvers<void>()
  return {
    answer: (request, response) => void released.promise.then(() => answer(request, response)),
    release: released.resolve,
  }
}

/** Starts the server. It is stopped when the test ends. */
export async function startSite(t: Cleaner): Promise<Site> {
  const pages = new Map(Object.entries(PAGES))
  const hits = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const { pathname: path } = new URL(request.url ?? '/', 'http://site.invalid')
    hits.set(path, (hits.get(path) ?? 0) + 1)
    const numbered = /^\/article\/([\w-]+)$/.exec(path)?.[1]
    if (numbered !== undefined && !pages.has(path)) {
      return answering(articlePage({ ...NEWS, title: `Article ${numbered}` }))(request, response)
    }
    return (pages.get(path) ?? answering('<h1>Not here</h1>', 'text/html', 404))(request, response)
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    hits: (path) => hits.get(path) ?? 0,
    page: (path, answer) => void pages.set(path, answer),
  }
}

const html = (article: ArticleText) => answering(articlePage(article))

const PAGES: Readonly<Record<string, RequestListener>> = {
  '/news': html({ ...NEWS, charset: 'utf-8' }),
  '/windows-1252': answering(encodeText('windows-1252', articlePage(GERMAN)), 'text/html; charset=windows-1252'),
  '/shift-jis': answering(encodeText('shift_jis', articlePage({ ...JAPANESE, charset: 'Shift_JIS' })), 'text/html'),
  '/utf-16': answering(encodeText('utf-16le', articlePage(RUSSIAN)), 'text/html'),
  // The bytes are UTF-8, although the header claims another charset.
  '/lying': answering(`\ufeff${articlePage(RUSSIAN)}`, 'text/html; charset=iso-8859-1'),
  '/gzip': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
    response.end(gzipSync(articlePage(NEWS)))
  },
  '/moved': leadingTo('/news', 301),
  '/moved-twice': leadingTo('/moved', 307),
  '/circle': leadingTo('/circle'),
  '/elsewhere': leadingTo('file:///etc/passwd'),
  '/slow': after(700, html({ ...NEWS, title: 'Slow but sure' })),
  '/hanging': () => undefined,
  '/reset': (request) => void request.socket.resetAndDestroy(),
  '/not-found': answering('<html><head><title>Gone fishing</title></head><body>404</body></html>', 'text/html', 404),
  '/broken': answering('<h1>Internal error</h1>', 'text/html', 500),
  '/empty': answering('<!doctype html><title>Nothing to say</title><body><div id="app"></div><script>start()</script>'),
  '/plain': answering('Ink on paper.\n\nSecond paragraph of a plain file.', 'text/plain; charset=utf-8'),
  '/image': answering(PIXEL, 'image/gif'),
  '/zip': answering(Buffer.from('PK\u0003\u0004 not for reading'), 'application/zip'),
}
