import type { Capture, Extraction, Step } from '../extraction.ts'
import { EmbeddedPictures } from '../pictures/embedded-pictures.ts'
import { TooLargeError } from '../too-large.ts'
import { unreadable } from '../unreadable-extraction.ts'
import { DOCX_TYPE, readDocx } from './word/docx.ts'
import { documentArticle, type ReadDocument } from './document-article.ts'
import type { DocumentKind } from './document-kind.ts'
import { EPUB_TYPE, readEpub } from './epub.ts'
import { MAIL_TYPE, readMail } from './mail.ts'
import { ODT_TYPE, readOdt } from './opendocument/odt.ts'
import { readRtf, RTF_TYPE } from './rtf/rtf.ts'
import { ArchiveError, openZipMembers } from './zip-members.ts'

const MEDIA_TYPES: Readonly<Record<DocumentKind, string>> = {
  docx: DOCX_TYPE,
  epub: EPUB_TYPE,
  mail: MAIL_TYPE,
  odt: ODT_TYPE,
  rtf: RTF_TYPE,
}

/** Reads a file of one kind, and adds its pictures to `pictures`. */
type Reader = (file: Uint8Array, pictures: EmbeddedPictures) => ReadDocument | Promise<ReadDocument>

const DOCUMENT_READERS: Readonly<Record<DocumentKind, Reader>> = {
  docx: (file, pictures) => readDocx(file, openZipMembers(file), pictures),
  epub: (file, pictures) => readEpub(openZipMembers(file), pictures),
  mail: readMail,
  odt: (file, pictures) => readOdt(openZipMembers(file), pictures),
  rtf: readRtf,
}

/**
 * Extracts the text of an EPUB, Word, OpenDocument or RTF file, or of a mail message.
 *
 * @param capture the file
 * @param kind its kind, determined from its bytes
 * @param before earlier steps, for the extraction log
 * @returns the article, or a failure with the reason `broken_file`, `too_large` or `no_readable_text`
 */
export async function extractDocument(
  { url, body }: Capture,
  kind: DocumentKind,
  before: readonly Step[],
): Promise<Extraction> {
  const mimetype = MEDIA_TYPES[kind]
  try {
    const pictures = new EmbeddedPictures(url)
    return documentArticle(await DOCUMENT_READERS[kind](body, pictures), { url, mimetype, pictures }, before)
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    return unreadable(reason, [...before, { name: 'document', note: (error as Error).message }], { mimetype })
  }
}

/**
 * @returns the failure reason for an error; undefined for an unexpected error. A damaged file can make a library
 * recurse until the stack overflows, which throws a RangeError.
 */
function reasonOf(error: unknown): 'too_large' | 'broken_file' | undefined {
  if (error instanceof ArchiveError) return error.reason
  if (error instanceof TooLargeError) return 'too_large'
  return error instanceof RangeError ? 'broken_file' : undefined
}
