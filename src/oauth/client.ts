import type { ClientId, UserId } from '../kernel/brand.ts'

/** An app or script that may request tokens with its users' names and passwords. */
export interface OauthClient {
  readonly id: ClientId
  readonly ownerId: UserId
  /** sent as `client_id`: row number, underscore, random text */
  readonly publicId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly grants: readonly string[]
  readonly createdAt: string
  /** when the client last received a token, to the hour; null before the first */
  readonly lastUsedAt: string | null
  /** whether answers contain the members that the interface specification omits from some */
  readonly hasCompleteAnswers: boolean
}

/** The grants that every client may request (contract 1.1); only two of them can succeed here. */
export const CLIENT_GRANTS: readonly string[] = ['token', 'authorization_code', 'password', 'refresh_token']

/** @returns row number and random part of a public id, or undefined for an invalid one */
export function parsePublicId(text: string): { readonly id: ClientId; readonly randomId: string } | undefined {
  const match = /^(\d{1,15})_([0-9a-z]{1,100})$/.exec(text)
  return match ? { id: Number(match[1]) as ClientId, randomId: match[2]! } : undefined
}
