import type { AppId } from '../../kernel/branded-ids.ts'

/**
 * An app that has registered itself, or describes itself in a document. It has no secret; users give it access by their
 * consent.
 */
export interface RegisteredApp {
  readonly id: AppId
  /**
   * the `client_id` in requests: the address of the app's document, or `app`, row id and random text, joined by
   * underscores
   */
  readonly publicId: string
  /** the name that the app has given itself; untrusted */
  readonly name: string
  /** the addresses to which the browser may return after the consent */
  readonly redirectUris: readonly string[]
  readonly createdAt: string
  /** time when the app's document was last read; null for an app that has registered */
  readonly readAt: string | null
}

/** The grant with which a device without a browser gets tokens (RFC 8628, section 3.4). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** The grants of registered apps. */
export const APP_GRANTS: readonly string[] = ['authorization_code', 'refresh_token', DEVICE_GRANT]

/** @returns the host of the document in which the app describes itself; undefined for an app that has registered */
export function hostOfApp({ publicId, readAt }: Pick<RegisteredApp, 'publicId' | 'readAt'>): string | undefined {
  return readAt === null ? undefined : new URL(publicId).host
}

/** @returns the row id and the random part of an app's `client_id`; undefined if the text is no such id */
export function parseAppId(text: string): { readonly id: AppId; readonly randomId: string } | undefined {
  const match = /^app_(\d{1,15})_([0-9a-z]{1,100})$/.exec(text)
  return match ? { id: Number(match[1]) as AppId, randomId: match[2]! } : undefined
}
