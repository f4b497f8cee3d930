import { AppError } from '../kernel/errors.ts'
import type { FormFields } from '../kernel/form-body.ts'
import { readMultipart } from './read-multipart.ts'
import type { UploadBuffer } from './upload-memory.ts'

export interface ReceivedDocument {
  /** name of the file as the client sent it */
  readonly name: string
  readonly bytes: Uint8Array
}

interface DocumentOptions {
  /** receives the bytes of the file */
  readonly buffer: UploadBuffer
  /** maximum size of the file */
  readonly maxBytes: number
}

export interface ReceivedDocumentForm {
  readonly fields: FormFields
  /** the first file of the form; `missing` if there is none or it is empty, `too_large` above the limit */
  readonly document: ReceivedDocument | 'missing' | 'too_large'
}

/**
 * Reads a form with a file into memory. If the file is above the limit, the rest is read and discarded, because clients
 * read the response only after sending the whole form.
 * @throws AppError like `readMultipart`, but treats an invalid form as a form without a file
 */
export async function receiveDocumentForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  options: DocumentOptions,
): Promise<ReceivedDocumentForm> {
  let document: ReceivedDocumentForm['document'] = 'missing'
  try {
    const fields = await readMultipart(body, contentType, async ({ fileName, chunks }) => {
      if (document === 'missing') document = await documentOf(fileName, chunks, options)
    })
    return { fields, document }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return { fields: new Map(), document: 'missing' }
  }
}

/** @returns the file; `missing` if it is empty, `too_large` above the limit */
export async function documentOf(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  { buffer, maxBytes }: DocumentOptions,
): Promise<ReceivedDocumentForm['document']> {
  for await (const piece of chunks) {
    if (buffer.size + piece.length > maxBytes) {
      buffer.clear()
      return 'too_large'
    }
    buffer.add(piece)
  }
  return buffer.size === 0 ? 'missing' : { name, bytes: buffer.takeBytes() }
}
