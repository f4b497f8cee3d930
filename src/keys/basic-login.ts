import type { FastifyRequest } from 'fastify'

/** The username and the password of HTTP Basic authentication (RFC 7617). */
interface BasicLogin {
  readonly login: string
  readonly password: string
}

/** @returns what the header `Authorization: Basic` contains; undefined without a valid one */
export function basicLogin({ headers }: FastifyRequest): BasicLogin | undefined {
  const encoded = /^Basic\s+([\w+/=-]{1,1000})$/i.exec(headers.authorization ?? '')?.[1]
  const [, login, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  return login === undefined || password === undefined ? undefined : { login, password }
}
