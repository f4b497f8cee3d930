/**
 * Why a mail was not sent.
 * - `unreachable`: the server did not answer, or the connection broke
 * - `login`: the server refused the login of this installation
 * - `busy`: the server refused the mail for now (a reply of 400 to 499, RFC 5321, section 4.2.1)
 * - `refused`: the server refused the address or the mail for good (a reply of 500 to 599)
 * - `too-large`: the mail is larger than the server accepts
 */
export type MailFailureReason = 'unreachable' | 'login' | 'busy' | 'refused' | 'too-large'

/** A mail that was not sent. The message contains no address, so it can be logged. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly reason: MailFailureReason
  /** the reply of the server, on one line; empty if it did not reply */
  readonly reply: string

  constructor(reason: MailFailureReason, reply = '') {
    super(`the mail was not sent: ${reason}`)
    this.reason = reason
    this.reply = reply
  }

  /** true if sending the same mail again would fail, too */
  get isPermanent(): boolean {
    return this.reason === 'refused' || this.reason === 'too-large'
  }
}

/** Maximum length of the reply of a server, in UTF-16 units. The rest is cut. */
const MAX_REPLY = 200

/** The properties of nodemailer's errors that say what happened. */
interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
  readonly message?: string
}

/** @returns the failure that an error of nodemailer describes */
export function mailFailureOf(error: unknown): MailFailure {
  const { code, responseCode = 0, response = '', message = '' } = error as SmtpError
  const reply = response
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, MAX_REPLY)
    .toWellFormed()
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return new MailFailure('login', reply)
  // 552 and the enhanced codes x.2.3 and x.3.4 mean that the mail is too large (RFC 5321, 4.5.3.1.10; RFC 3463). If the
  // server announces a limit, nodemailer compares it with the size before it sends the mail.
  const isTooLarge = responseCode === 552 || /\b5\.(?:2\.3|3\.4)\b/.test(reply) || /Message size larger/.test(message)
  if (isTooLarge) return new MailFailure('too-large', reply)
  if (responseCode >= 500) return new MailFailure('refused', reply)
  return new MailFailure(responseCode >= 400 ? 'busy' : 'unreachable', reply)
}
