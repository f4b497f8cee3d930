import { AppError } from '../kernel/errors.ts'
import type { MemoryBudget } from '../kernel/memory-budget.ts'
import type { FormFields } from '../kernel/form-body.ts'
import { readMultipart } from './read-multipart.ts'

export interface ReceivedDocument {
  /** name of the file as the client sent it */
  readonly name: string
  readonly bytes: Uint8Array
}

export interface ReceivedDocumentForm {
  readonly fields: FormFields
  /** the first file of the form; `missing` if there is none or it is empty, `too_large` above the limit */
  readonly document: ReceivedDocument | 'missing' | 'too_large'
}

/**
 * Reads a form with a file into memory. If the file is above the limit, the rest is read and discarded, because clients
 * read the response only after sending the whole form.
 * @param maxBytes maximum size of the file
 * @throws AppError like `readMultipart`, but treats an invalid form as a form without a file
 */
export async function receiveDocumentForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  maxBytes: number,
): Promise<ReceivedDocumentForm> {
  let document: ReceivedDocumentForm['document'] = 'missing'
  try {
    const fields = await readMultipart(body, contentType, async ({ fileName, chunks }) => {
      if (document === 'missing') document = await documentOf(fileName, chunks, maxBytes)
    })
    return { fields, document }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return { fields: new Map(), document: 'missing' }
  }
}

/** Number of copies of a file in memory: its pieces, the whole file, and the copy for the extraction. */
const COPIES_IN_MEMORY = 3

/**
 * Reserves memory for an uploaded file before its body is read. Waits while other work uses up the budget.
 * @param declared value of the header `Content-Length`; if it is missing, memory for the largest allowed file is
 * reserved
 * @param maxBytes maximum size of the file
 * @param work receives the file and saves it
 */
export function withUploadMemory<T>(
  memory: MemoryBudget,
  { declared, maxBytes }: { readonly declared: string | undefined; readonly maxBytes: number },
  work: () => Promise<T>,
): Promise<T> {
  const size = Number(declared)
  return memory.run('upload', COPIES_IN_MEMORY * (size > 0 ? Math.min(size, maxBytes) : maxBytes), work)
}

/** @returns the file; `missing` if it is empty, `too_large` above the limit */
export async function documentOf(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ReceivedDocumentForm['document']> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const piece of chunks) {
    size += piece.length
    if (size > maxBytes) return 'too_large'
    kept.push(piece)
  }
  if (size === 0) return 'missing'
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of kept) {
    bytes.set(piece, at)
    at += piece.length
  }
  return { name, bytes }
}
