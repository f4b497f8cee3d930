import type { FastifyReply } from 'fastify'
import { sendError } from '../http/send-error.ts'

/** The errors of koreader-sync-server (config/errors.lua), by their codes. */
const ERRORS = {
  2001: { status: 401, message: 'Unauthorized' },
  2003: { status: 403, message: 'Invalid request' },
  2004: { status: 403, message: "Field 'document' not provided." },
  2005: { status: 402, message: 'User registration is disabled.' },
} as const

/** The code for other errors. */
const UNKNOWN = 2000

/** An error of KOReader's progress sync. */
export class KosyncError extends Error {
  override readonly name = 'KosyncError'
  readonly code: keyof typeof ERRORS

  constructor(code: keyof typeof ERRORS) {
    super(ERRORS[code].message)
    this.code = code
  }
}

/** Sends an error in the format of koreader-sync-server: `{"code":2001,"message":"Unauthorized"}`. */
export function sendKosyncError(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof KosyncError)) return sendError(error, reply, (message) => ({ code: UNKNOWN, message }))
  const { code, message } = error
  return reply.code(ERRORS[code].status).send({ code, message })
}
