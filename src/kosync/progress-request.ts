import { isJsonObject, parseJsonObject } from '../kernel/json.ts'
import { storableText } from '../kernel/storable-text.ts'
import { KosyncError } from './kosync-error.ts'

/** A reading position, as a device sends it. */
export interface SentProgress {
  /** name that the device has for the document: usually a hash */
  readonly document: string
  /** place in the document, in a form of the device */
  readonly progress: string
  /** usually from 0 to 1 */
  readonly percentage: number
  readonly device: string
  readonly deviceId: string | null
  /** name of the file, if the device sends metadata */
  readonly fileName: string | undefined
}

const MAX_DOCUMENT = 255
const MAX_PROGRESS = 4000
const MAX_DEVICE = 200
const MAX_FILE_NAME = 1000

/** @throws KosyncError 2004 for a body without a document, 2003 for one without the other fields */
export function parseProgress(body: unknown): SentProgress {
  const fields = parseJsonObject(typeof body === 'string' ? body : '')
  if (!fields) throw new KosyncError(2003)
  const { metadata } = fields
  const fileName = isJsonObject(metadata) ? textOf(metadata['filename'], MAX_FILE_NAME) : undefined
  const document = parseDocument(fields['document'])
  const percentage = numberOf(fields['percentage'])
  const progress = textOf(fields['progress'], MAX_PROGRESS)
  const device = textOf(fields['device'], MAX_DEVICE)
  if (percentage === undefined || progress === undefined || device === undefined) throw new KosyncError(2003)
  return { document, progress, percentage, device, deviceId: textOf(fields['device_id'], MAX_DEVICE) ?? null, fileName }
}

/** @throws KosyncError 2004 for a document that the reference server refuses, or that is too long */
export function parseDocument(document: unknown): string {
  const text = typeof document === 'string' ? textOf(document, MAX_DOCUMENT) : undefined
  if (text === undefined || text.includes(':')) throw new KosyncError(2004)
  return text
}

/** @returns a text or a number as text; undefined if it is missing, empty or too long */
function textOf(value: unknown, most: number): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? storableText(value) : ''
  return text === '' || text.length > most ? undefined : text
}

/** @returns a finite number, also from a text */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
