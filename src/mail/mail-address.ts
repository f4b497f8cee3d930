import { domainToASCII } from 'node:url'
import { AppError } from '../kernel/errors.ts'
import { cutText, storableText } from '../kernel/storable-text.ts'

/** An e-mail address to which a user sends articles. */
export interface MailAddress {
  readonly id: number
  /** name that the user chose, such as `Kindle` */
  readonly name: string
  readonly address: string
  /** true if mails may be sent to it */
  readonly isConfirmed: boolean
}

/**
 * Maximum number of addresses of a user. A household rarely has more e-readers, and each address of a stranger costs this
 * stranger a mail.
 */
export const MAX_ADDRESSES = 5
const MAX_NAME = 60
/** Maximum length of an address (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
const MAX_ADDRESS = 254

/**
 * Domains whose mails go to e-readers, where no link can be followed. Both services accept mails only from senders that the
 * owner of the device has approved, so strangers cannot be bothered (Amazon, "Using Your Send to Kindle Email Address";
 * PocketBook's manuals, "Send-to-PocketBook").
 */
const READER_DOMAINS: ReadonlySet<string> = new Set(['kindle.com', 'free.kindle.com', 'pbsync.com'])

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A valid e-mail address of the HTML standard (4.10.5.1.5), with a dot in its domain. */
const ADDRESS = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`, 'i')

/**
 * @returns the address, with its domain in lower case and in ASCII
 * @throws AppError `invalid_input` if it is no single e-mail address
 */
export function parseMailAddress(input: string): string {
  const text = input.trim()
  const at = text.lastIndexOf('@')
  const address = `${text.slice(0, at)}@${at === -1 ? '' : domainToASCII(text.slice(at + 1)).toLowerCase()}`
  if (at > 0 && address.length <= MAX_ADDRESS && ADDRESS.test(address)) return address
  throw new AppError('invalid_input', 'this is not an e-mail address', { details: { field: 'address' } })
}

/** @returns the name of an address; the part before the `@` if the user gave none */
export function parseAddressName(input: string, address: string): string {
  const name = storableText(input)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return cutText(name || address.slice(0, address.indexOf('@')), MAX_NAME)
}

/** @returns true if the address belongs to an e-reader, so that it needs no confirmation */
export function isOfReader(address: string): boolean {
  return READER_DOMAINS.has(address.slice(address.lastIndexOf('@') + 1))
}
