import { webAddress } from '../dom/web-address.ts'

/** Matches the redirect through which Google Docs and Google's other products lead their links. */
const REDIRECT = /^https?:\/\/(?:www\.)?google\.(?:[a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})\/url\?/
const MAX_ADDRESS = 4000

/** @returns the address to which Google's redirect (`google.com/url?q=…`) leads; other addresses unchanged */
export function withoutRedirect(address: string): string {
  if (address.length > MAX_ADDRESS || !REDIRECT.test(address)) return address
  const { searchParams } = new URL(address)
  const target = searchParams.get('q') ?? searchParams.get('url') ?? ''
  return (/^https?:\/\//i.test(target) ? webAddress(target, address) : undefined) ?? address
}
