import PostalMime, { type Email } from 'postal-mime'
import { createElement, elementsOf, type PageElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { removeNonContent } from '../dom/remove-non-content.ts'
import { textParagraphs } from '../structured-data/part-markup.ts'
import { collectPictures } from '../pictures/collect-pictures.ts'
import type { EmbeddedPictures } from '../pictures/embedded-pictures.ts'
import type { ReadDocument } from './document-article.ts'
import { ArchiveError } from './zip-members.ts'

export const MAIL_TYPE = 'message/rfc822'

const PARSER_LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 }
const MAX_TEXT = 1024 * 1024

/**
 * Reads a mail message (RFC 5322): its HTML with embedded pictures (RFC 2392), or its plain text if it has no HTML.
 * Other attachments are left out.
 */
export async function readMail(file: Uint8Array, pictures: EmbeddedPictures): Promise<ReadDocument> {
  const { subject, from, date, html, text, attachments } = await parseMessage(file)
  const author = from?.name || from?.address
  const root =
    html === undefined ? createElement('div', {}, textParagraphs((text ?? '').slice(0, MAX_TEXT))) : bodyOf(html)
  const byId = new Map(attachments.map(({ contentId, content }) => [contentId?.replaceAll(/^<|>$/g, ''), content]))
  collectPictures(root, pictures, (source) => bytesOf(byId.get(contentIdOf(source))))
  return {
    root,
    title: subject,
    authors: author === undefined ? [] : [author],
    date,
    note: `message with ${attachments.length} attachments`,
  }
}

/** @throws ArchiveError with the reason `broken_file` if the headers are too long or the parts too deeply nested */
async function parseMessage(file: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(Buffer.from(file), PARSER_LIMITS)
  } catch (cause) {
    throw new ArchiveError('broken_file', cause instanceof Error ? cause.message.slice(0, 200) : 'not readable')
  }
}

/** @returns the Content-ID in an address such as `cid:part1@example.org`, with percent-encoding decoded */
function contentIdOf(source: string): string {
  const id = /^cid:(.{1,1000})$/i.exec(source)?.[1] ?? ''
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

function bytesOf(content: string | ArrayBuffer | Uint8Array | undefined): Uint8Array | undefined {
  return content === undefined || typeof content === 'string' ? undefined : new Uint8Array(content)
}

function bodyOf(html: string): PageElement {
  const page = parsePage(html)
  removeNonContent(page)
  const body = elementsOf(page).find(({ tagName }) => tagName === 'body')
  return createElement('div', {}, body?.childNodes ?? [])
}
