import PostalMime from 'postal-mime'
import { createElement, elementsOf, type PageElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { removeNonContent } from '../dom/remove-non-content.ts'
import { textParagraphs } from '../parts/part-markup.ts'
import type { ReadDocument } from './document-article.ts'

export const MAIL_TYPE = 'message/rfc822'

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 }
const MAX_TEXT = 1024 * 1024

/** Reads a message (RFC 5322): its HTML, otherwise its plain text. Attachments are left out. */
export async function readMail(file: Uint8Array): Promise<ReadDocument> {
  const { subject, from, date, html, text, attachments } = await PostalMime.parse(Buffer.from(file), LIMITS)
  const author = from?.name || from?.address
  return {
    root: html === undefined ? createElement('div', {}, textParagraphs((text ?? '').slice(0, MAX_TEXT))) : bodyOf(html),
    title: subject,
    authors: author === undefined ? [] : [author],
    date,
    note: `message, ${attachments.length} attachments left out`,
  }
}

function bodyOf(html: string): PageElement {
  const page = parsePage(html)
  removeNonContent(page)
  const body = elementsOf(page).find(({ tagName }) => tagName === 'body')
  return createElement('div', {}, body?.childNodes ?? [])
}
