/** Kinds of files with text, other than pages, PDF and plain text. */
export type DocumentKind = 'docx' | 'epub' | 'mail' | 'odt' | 'rtf'

const HEAD_BYTES = 8192
/**
 * Number of bytes at the end of an archive that are searched for the names of its members. The directory of an archive
 * is at its end, and a directory of this size contains thousands of names.
 */
const TAIL_BYTES = 512 * 1024

const ZIP_SIGNATURE = 'PK\x03\x04'
/** Matches three or more header fields at the start of a mail message (RFC 5322, 2.2). */
const MAIL_HEADER = /^(?:[A-Za-z][A-Za-z\d-]{1,60}:[^\n]{0,998}\r?\n(?:[ \t][^\n]{0,998}\r?\n){0,50}){3}/

/**
 * Determines the kind of a document by its bytes. Names and headers may be wrong, so they are not used.
 *
 * @param body the file
 * @returns its kind; undefined for all other files
 */
export function documentKind(body: Uint8Array): DocumentKind | undefined {
  const head = Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1')
  if (head.startsWith(ZIP_SIGNATURE)) return archiveKind(head, body)
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (/^\{\\rtf\d?/.test(text)) return 'rtf'
  return isMail(text) ? 'mail' : undefined
}

/**
 * @returns the kind of a ZIP archive. EPUB and OpenDocument files state their type in the first member. Word documents,
 * and EPUB files without that member, are recognized by the name of another member.
 */
function archiveKind(head: string, body: Uint8Array): DocumentKind | undefined {
  const type = /^mimetype(application\/[\w.+-]{1,80})/.exec(head.slice(30))?.[1] ?? ''
  if (type.startsWith('application/epub+zip')) return 'epub'
  if (type.startsWith('application/vnd.oasis.opendocument.text')) return 'odt'
  const tail = Buffer.from(body.subarray(Math.max(0, body.length - TAIL_BYTES)))
  if (tail.includes('word/document.xml')) return 'docx'
  return tail.includes('META-INF/container.xml') ? 'epub' : undefined
}

function isMail(text: string): boolean {
  const fields = MAIL_HEADER.exec(text) === null ? '' : text.split(/\r?\n\r?\n/, 1)[0]!
  const has = (name: string): boolean => new RegExp(`^${name}:`, 'im').test(fields)
  return has('From') && (has('Message-ID') || has('MIME-Version') || has('Received') || (has('Subject') && has('Date')))
}
