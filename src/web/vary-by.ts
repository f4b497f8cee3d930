import type { FastifyReply } from 'fastify'

/** Adds the name of a request header to `Vary` (RFC 9110, 12.5.5), because the response depends on it. */
export function varyBy(reply: FastifyReply, field: string): void {
  const named = String(reply.getHeader('vary') ?? '')
  const known = named.toLowerCase().split(',')
  if (known.some((one) => one.trim() === field.toLowerCase())) return
  reply.header('vary', named === '' ? field : `${named}, ${field}`)
}
