import type { FastifyRequest } from 'fastify'
import { parseJsonObject } from '../../kernel/json.ts'
import { StatusError } from '../../http/send-error.ts'
import { limitBytes } from '../../uploads/limit-bytes.ts'

/** The fields of a request, in any of the formats that Readeck accepts. */
export interface SentFields {
  /** true if the values are texts; JSON has types */
  readonly isText: boolean
  /** why the body could not be read */
  readonly fault?: string
  /** @param isList true to get all values of a field that is sent as text several times */
  get(name: string, isList: boolean): unknown
}

/** @returns the fields of an address or of a form */
export function textFields(parameters: URLSearchParams): SentFields {
  return {
    isText: true,
    get: (name, isList) =>
      isList && parameters.has(name) ? parameters.getAll(name) : (parameters.get(name) ?? undefined),
  }
}

/**
 * Reads the body of a request: JSON or a form.
 * @param maxBytes maximum size of the body
 * @throws AppError `too_large`
 */
export async function readFields(request: FastifyRequest, maxBytes: number): Promise<SentFields> {
  const pieces: Buffer[] = []
  for await (const piece of readPieces(request, maxBytes)) pieces.push(piece)
  return fieldsOfBody(request.headers['content-type'] ?? '', Buffer.concat(pieces))
}

/** @returns the body of a request @throws AppError `too_large` while it is read */
export function readPieces({ body }: FastifyRequest, maxBytes: number): AsyncGenerator<Buffer> {
  return limitBytes((body ?? []) as AsyncIterable<Buffer>, maxBytes, `the body has more than ${maxBytes} bytes`)
}

/** @param type value of `Content-Type` @returns the fields of a body in JSON or a form */
export function fieldsOfBody(type: string, body: Buffer): SentFields {
  if (/^application\/json\b/i.test(type)) return jsonFields(body.toString())
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return textFields(new URLSearchParams(body.toString()))
  return faulty(type === '' ? 'Invalid content-type' : 'Unknown content-type')
}

function jsonFields(body: string): SentFields {
  if (body === '') return faulty('Invalid content-type')
  const object = parseJsonObject(body)
  if (!object) return faulty('invalid input data')
  const members = new Map(Object.entries(object))
  return { isText: false, get: (name) => members.get(name) }
}

const faulty = (fault: string): SentFields => ({ isText: false, fault, get: () => undefined })

/** @returns a field as text; undefined if it is missing or no text */
export function sentText(sent: SentFields, name: string): string | undefined {
  const value = sent.get(name, false)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new StatusError(400, `"${name}" must be a text`)
  return value
}
