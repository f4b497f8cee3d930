import type { Fetcher } from '../../fetching/fetcher.ts'
import type { FetchedPage } from '../../fetching/fetch-outcome.ts'
import { OauthError } from '../oauth-error.ts'
import { readAppMetadata, type AppMetadata } from './app-metadata.ts'

/** Maximum length of an address that is a `client_id`. */
const MAX_ADDRESS = 1000

/**
 * Limits for fetching a document: it is small, and a redirect would lead away from the address that identifies the app
 * (draft-ietf-oauth-client-id-metadata-document, sections 4 and 6.6).
 */
export const APP_DOCUMENT_LIMITS = {
  totalMs: 5000,
  redirects: 0,
  wireBytes: 64 * 1024,
  decodedBytes: 64 * 1024,
} as const

/**
 * @returns true if the text is the address of a document in which an app describes itself: https, with a path, without dot
 *   segments, query, fragment and login, and in the spelling of the URL standard (section 3 of the draft)
 */
export function isDocumentAddress(text: string): boolean {
  const url = text.length <= MAX_ADDRESS && text.startsWith('https://') ? URL.parse(text) : null
  return url !== null && url.href === text && url.pathname !== '/' && !/[?#@]/.test(text)
}

/**
 * Fetches the description of an app.
 * @returns the description; undefined if there is none at this address that is valid and about this address
 */
export async function fetchAppDocument(fetcher: Fetcher, address: string): Promise<AppMetadata | undefined> {
  const outcome = await fetcher.fetch(address, { accept: 'application/json' })
  if (outcome.kind === 'failed') return undefined
  const members = membersOf(outcome.page)
  // An app without a document of its own could name one of another app. A secret in a public document is none.
  const isOwn = members?.get('client_id') === address && !members.has('client_secret')
  const method = members?.get('token_endpoint_auth_method') ?? 'none'
  if (!members || !isOwn || method !== 'none') return undefined
  try {
    return readAppMetadata(members)
  } catch (error) {
    if (error instanceof OauthError) return undefined
    throw error
  }
}

function membersOf({ status, contentType, body }: FetchedPage): ReadonlyMap<string, unknown> | undefined {
  if (status !== 200 || !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')) return undefined
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? new Map(Object.entries(value)) : undefined
  } catch {
    return undefined
  }
}
