/**
 * Elements that identify a text as HTML: those of the WHATWG MIME Sniffing standard ("identifying a resource with an
 * unknown MIME type"), and others that may start a fragment of a page.
 */
const HTML_NAMES = new Set(
  (
    'html head body title meta link base style script noscript iframe h1 h2 h3 h4 h5 h6 div font table a b br p ' +
    'article section main header nav ul ol span center'
  ).split(' '),
)

/**
 * Maximum number of comments and processing instructions that are skipped. After them, the search for the first element
 * ends.
 */
const MAX_SKIPPED = 64

type MarkupKind = 'html' | 'svg' | 'xml' | 'none'

/**
 * @param head start of a text
 * @returns the kind of markup, according to the doctype or the first element
 */
export function markupKind(head: string): MarkupKind {
  const text = head.replace(/^\ufeff/, '').toLowerCase()
  const isXml = text.trimStart().startsWith('<?xml')
  const name = firstName(text)
  if (name === 'svg' || name?.endsWith(':svg')) return 'svg'
  if (name !== undefined && HTML_NAMES.has(name)) return 'html'
  return isXml ? 'xml' : commentedHtml(name, text)
}

/**
 * @param name the first element; undefined if none was found
 * @returns `html` if no element was found because a long comment precedes it, as on some pages; otherwise `none`
 */
function commentedHtml(name: string | undefined, text: string): MarkupKind {
  return name === undefined && text.trimStart().startsWith('<!--') ? 'html' : 'none'
}

function firstName(text: string): string | undefined {
  let at = 0
  for (let piece = 0; piece < MAX_SKIPPED && at < text.length; piece += 1) {
    while (/\s/.test(text.charAt(at))) at += 1
    const doctype = nameAt(text, at, '<!doctype')
    if (doctype !== undefined) return doctype
    const next = skipped(text, at)
    if (next === undefined) return nameAt(text, at, '<')
    at = next
  }
  return undefined
}

/**
 * @returns the position after a comment or processing instruction that starts at `at`; undefined if none starts there
 */
function skipped(text: string, at: number): number | undefined {
  const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '>' : undefined
  if (close === undefined) return undefined
  const end = text.indexOf(close, at + 2)
  return end < 0 ? text.length : end + close.length
}

function nameAt(text: string, at: number, opening: string): string | undefined {
  if (!text.startsWith(opening, at)) return undefined
  const rest = text.slice(at + opening.length, at + opening.length + 64).trimStart()
  return /^[a-z][a-z0-9:]*(?=[\s/>])/.exec(rest)?.[0]
}
