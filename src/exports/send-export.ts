import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Caller } from '../security-events/caller.ts'
import type { SecurityEventsUser } from '../security-events/security-events.ts'
import type { ExportedFile } from './export-entries.ts'
import { exportHeaders, type FormatName } from './export-format.ts'

interface RequestedExport {
  /** read from the request before any `await` (see `callerOf`) */
  readonly caller: Caller
  readonly owner: UserId
  readonly format: FormatName
}

/** Records the export as a security event of its owner, and sends the file. */
export async function sendExport(
  { securityEvents }: SecurityEventsUser,
  reply: FastifyReply,
  { caller, owner, format }: RequestedExport,
  { fileName, body }: ExportedFile<Uint8Array | AsyncIterable<Uint8Array>>,
): Promise<FastifyReply> {
  await securityEvents.record(caller, { kind: 'export', userId: owner })
  reply.headers(exportHeaders(format, fileName))
  if (!(body instanceof Uint8Array)) return reply.send(Readable.from(body, { objectMode: false }))
  return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
}
