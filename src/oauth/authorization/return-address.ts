interface ReturnTarget {
  readonly redirectUri: string
  /** the text that the app has sent to recognize the response */
  readonly state: string | undefined
}

/**
 * @param parameters the response to the app: a code, or an error
 * @returns the address at which the app receives the response, with the address of this server as `iss` (RFC 9207)
 */
export function returnAddress(
  { redirectUri, state }: ReturnTarget,
  baseUrl: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...parameters, ...(state !== undefined && { state }), iss: baseUrl })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}
