import type { Fetcher } from '../../fetching/fetcher.ts'
import type { FetchedPage } from '../../fetching/fetch-outcome.ts'
import { OauthError } from '../oauth-error.ts'
import { readAppMetadata, type AppMetadata } from './app-metadata.ts'
import { isJsonObject } from '../../kernel/json.ts'

/** Maximum length of an address that is a `client_id`. */
const MAX_ADDRESS = 1000

/**
 * Limits for fetching a document: it is small, and a redirect would lead away from the address that identifies the app
 * (draft-ietf-oauth-client-id-metadata-document).
 */
export const APP_DOCUMENT_LIMITS = {
  totalMs: 5000,
  redirects: 0,
  wireBytes: 64 * 1024,
  decodedBytes: 64 * 1024,
} as const

/**
 * @returns true if the text is the address of a document in which an app describes itself: https, with a path, without
 *   dot segments, query, fragment and login, and in the spelling of the URL standard (the same draft; a query is allowed
 *   there, but not recommended)
 */
export function isDocumentAddress(text: string): boolean {
  const url = text.length <= MAX_ADDRESS && text.startsWith('https://') ? URL.parse(text) : null
  if (url === null || url.href !== text || url.pathname === '/' || /[?#]/.test(text)) return false
  return url.username === '' && url.password === ''
}

/**
 * Fetches the description of an app.
 * @returns the description; undefined if there is none at this address that is valid and about this address
 */
export async function fetchAppDocument(fetcher: Fetcher, address: string): Promise<AppMetadata | undefined> {
  const outcome = await fetcher.fetch(address, { accept: 'application/json' })
  if (outcome.kind === 'failed') return undefined
  const members = membersOf(outcome.page)
  if (!members || !isPublicAppAt(address, members)) return undefined
  try {
    return readAppMetadata(members)
  } catch (error) {
    if (error instanceof OauthError) return undefined
    throw error
  }
}

/** @returns true if the document is about the app at its own address, which has no secret. A secret in a public document is none. */
function isPublicAppAt(address: string, members: ReadonlyMap<string, unknown>): boolean {
  // An app without a document of its own could name one of another app.
  if (members.get('client_id') !== address) return false
  if (members.has('client_secret') || members.has('client_secret_expires_at')) return false
  return (members.get('token_endpoint_auth_method') ?? 'none') === 'none'
}

function membersOf({ status, contentType, body }: FetchedPage): ReadonlyMap<string, unknown> | undefined {
  if (status !== 200 || !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')) return undefined
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
    return isJsonObject(value) ? new Map(Object.entries(value)) : undefined
  } catch {
    return undefined
  }
}
