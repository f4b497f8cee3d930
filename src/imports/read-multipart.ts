import { AppError } from '../kernel/errors.ts'
import { addField, type FormFields } from '../kernel/form-body.ts'
import { storableText } from '../kernel/plain-text.ts'
import { MAX_FILE_BYTES } from './import.ts'

/** The form around a file is small; a megabyte is more than it takes. */
const MAX_BODY = MAX_FILE_BYTES + 1024 * 1024
const MAX_HEAD = 16 * 1024
const MAX_FIELD = 64 * 1024
const MAX_PARTS = 100

export interface UploadedPart {
  readonly field: string
  /** as the client told it */
  readonly fileName: string
  readonly pieces: AsyncIterable<Uint8Array>
}

/**
 * Reads a form with files as it comes (RFC 7578), without holding any file.
 * @param onFile takes each file; what it leaves unread is passed over
 * @param maxField bytes that another field may have
 * @returns the other fields, those of a name like `tags[]` as a list
 * @throws AppError `invalid_input` for a body that is no such form or breaks off, `too_large` above 101 MB
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  onFile: (file: UploadedPart) => Promise<void>,
  maxField = MAX_FIELD,
): Promise<FormFields> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  if (!boundary) throw invalid()
  const reader = new PartReader(body, Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`))
  const fields = new Map<string, unknown>()
  for (let part = 0; part < MAX_PARTS; part++) {
    const head = await reader.nextHead()
    if (head === undefined) return fields
    const field = parameterOf(head, 'name') ?? ''
    const fileName = parameterOf(head, 'filename')
    const pieces = reader.pieces()
    if (fileName === undefined) addField(fields, field, storableText(await textOf(pieces, maxField)))
    else await onFile({ field, fileName, pieces })
    for await (const _ of pieces) continue
  }
  throw invalid()
}

function invalid(): AppError {
  return new AppError('invalid_input', 'Invalid multipart message received')
}

/** @returns a parameter of `Content-Disposition`; browsers write quotes in it as `%22` (HTML, multipart/form-data) */
function parameterOf(head: string, name: string): string | undefined {
  const line = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(head)?.[1] ?? ''
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s";]+))`, 'i').exec(line)
  return (found?.[1] ?? found?.[2])?.replaceAll('%22', '"')
}

async function textOf(pieces: AsyncIterable<Uint8Array>, maxLength: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > maxLength) throw new AppError('too_large', 'a field of the form is too long')
    parts.push(piece)
  }
  return Buffer.concat(parts).toString()
}

class PartReader {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #delimiter: Buffer
  /** a line end before the first delimiter, so that all of them look the same */
  #buffer = Buffer.from('\r\n')
  #total = 0
  #isInPart = true

  constructor(body: AsyncIterable<Uint8Array>, delimiter: Buffer) {
    this.#source = body[Symbol.asyncIterator]()
    this.#delimiter = delimiter
  }

  /** Passes over what is left of the part. @returns the head of the next one, or undefined at the end */
  async nextHead(): Promise<string | undefined> {
    for await (const _ of this.pieces()) continue
    while (this.#buffer.length < 2) await this.#fill()
    if (this.#buffer.toString('latin1', 0, 2) === '--') return undefined
    for (;;) {
      const end = this.#buffer.indexOf('\r\n\r\n')
      if (end !== -1) {
        const head = this.#buffer.toString('utf8', 0, end)
        this.#buffer = this.#buffer.subarray(end + 4)
        this.#isInPart = true
        return head
      }
      if (this.#buffer.length > MAX_HEAD) throw invalid()
      await this.#fill()
    }
  }

  /** @returns the bytes of the part up to the next delimiter */
  async *pieces(): AsyncGenerator<Uint8Array> {
    while (this.#isInPart) {
      const end = this.#buffer.indexOf(this.#delimiter)
      const length = end === -1 ? Math.max(this.#buffer.length - this.#delimiter.length, 0) : end
      const piece = this.#buffer.subarray(0, length)
      this.#buffer = this.#buffer.subarray(end === -1 ? length : end + this.#delimiter.length)
      this.#isInPart = end === -1
      if (piece.length > 0) yield piece
      if (this.#isInPart) await this.#fill()
    }
  }

  async #fill(): Promise<void> {
    const next = await this.#source.next()
    if (next.done) throw invalid()
    this.#total += next.value.length
    if (this.#total > MAX_BODY) throw new AppError('too_large', 'a file to import has at most 100 MB')
    this.#buffer = Buffer.concat([this.#buffer, next.value])
  }
}
