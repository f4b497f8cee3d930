import type { ClientId, UserId } from '../kernel/branded-ids.ts'

/** An app or a script that may request tokens with a user's name and password. */
export interface OauthClient {
  readonly id: ClientId
  readonly ownerId: UserId
  /** the `client_id` in requests: row id, underscore, random text */
  readonly publicId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly grants: readonly string[]
  readonly createdAt: string
  /** time when the client last received a token, accurate to an hour; null if it never did */
  readonly lastUsedAt: string | null
  /**
   * true if responses to this client include `annotations` after a save and `id` after a deletion. The interface
   * specification omits both members.
   */
  readonly hasCompleteAnswers: boolean
}

/**
 * The grants that the details of every client list, as in wallabag. Requests for tokens work only with `password` and
 * `refresh_token`.
 */
export const CLIENT_GRANTS: readonly string[] = ['token', 'authorization_code', 'password', 'refresh_token']

/** @returns the row id and the random part of a `client_id`; undefined if the text is not a `client_id` */
export function parsePublicId(text: string): { readonly id: ClientId; readonly randomId: string } | undefined {
  const match = /^(\d{1,15})_([0-9a-z]{1,100})$/.exec(text)
  return match ? { id: Number(match[1]) as ClientId, randomId: match[2]! } : undefined
}
