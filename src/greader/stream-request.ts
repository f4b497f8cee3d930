import { numberIn } from '../subscriptions/number-parameter.ts'
import type { Selection } from '../subscriptions/selection.ts'
import { excludingSelection, joinSelections, parseStream, READING_LIST, streamSelection } from './stream.ts'

/** A request for a page of a stream. */
export interface StreamRequest {
  /** id of the stream as sent */
  readonly stream: string
  readonly selection: Selection
  readonly order: 'asc' | 'desc'
  readonly limit: number
}

const DEFAULT_LIMIT = 20

/**
 * Reads the parameters of a stream: `s` (the stream), `xt` and `it` (streams to exclude and to intersect), `n` (number of
 * items), `c` (continuation), `r=o` (oldest first), `ot` (only items that were saved or changed since this time), `nt` (only
 * items that were saved until this time).
 * @throws AppError `invalid_input`
 */
export function parseStreamRequest(
  parameters: URLSearchParams,
  {
    stream = parameters.get('s') || READING_LIST,
    most,
  }: { readonly stream?: string | undefined; readonly most: number },
): StreamRequest {
  const order = parameters.get('r') === 'o' ? 'asc' : 'desc'
  const [since, until] = [timeIn(parameters, 'ot'), timeIn(parameters, 'nt')]
  const last = numberIn(parameters, 'c')
  const selection = joinSelections([
    streamSelection(parseStream(stream)),
    ...parameters.getAll('it').filter(isSent).map(parseStream).map(streamSelection),
    ...parameters.getAll('xt').filter(isSent).map(parseStream).map(excludingSelection),
    {
      ...(since && { updatedSince: since }),
      ...(until && { savedUntil: until }),
      ...(last !== undefined && (order === 'asc' ? { after: last } : { before: last })),
    },
  ])
  const limit = Math.min(numberIn(parameters, 'n') || DEFAULT_LIMIT, most)
  return { stream, selection, order, limit }
}

const isSent = (text: string): boolean => text !== ''

/** @returns a time in seconds, milliseconds or microseconds since 1970; undefined if the parameter is missing or 0 */
export function timeIn(parameters: URLSearchParams, name: string): Date | undefined {
  const sent = numberIn(parameters, name)
  if (!sent) return undefined
  const unit = sent >= 1e15 ? 1e-3 : sent >= 1e12 ? 1 : 1e3
  return new Date(Math.floor(sent * unit))
}
