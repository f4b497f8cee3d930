import type { SmtpServer } from '../config/parse-smtp-url.ts'
import type { Settings } from '../config/settings.ts'
import { mailFailureOf } from './mail-failure.ts'

type MailSettings = Pick<Settings, 'DOGEAR_SMTP_URL' | 'DOGEAR_MAIL_FROM' | 'DOGEAR_MAIL_MAX_MB'>

/** A mail to one address. */
interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** unique name of the mail, the same for each attempt to send it, so that servers can recognize a repetition */
  readonly key: string
  readonly attachment?: { readonly fileName: string; readonly mediaType: string; readonly bytes: Uint8Array }
}

/** Sends mails through the server of the settings. */
export interface Mailer {
  /** maximum size of an attachment in bytes, before it is encoded */
  readonly maxAttachment: number
  /** address that the mails come from */
  readonly from: string
  /**
   * Sends a mail. When the promise resolves, the server is responsible for the mail.
   * @param signal closes the connection when it is aborted
   * @throws MailFailure
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /**
   * Connects and signs in, but sends nothing.
   * @throws MailFailure
   */
  verify(): Promise<void>
}

/**
 * Milliseconds to wait for the connection and for the greeting, and without any bytes. RFC 5321 (4.5.3.2) allows minutes,
 * which a user who waits for the confirmation mail would not.
 */
const CONNECT_MS = 15_000
const SILENCE_MS = 60_000

/**
 * Milliseconds for a whole mail. A server that sends a line now and then is never silent. With an attachment, half an hour, in which
 * 25 MB arrive at 15 kB a second; a user waits for mails without one.
 */
const MAIL_MS = { withAttachment: 30 * 60_000, withoutAttachment: 2 * 60_000 }

/** Bytes of a mail besides its attachment: headers, the text, and the limits of the parts. */
const FRAME_BYTES = 16 * 1024

/** Base64 turns 57 bytes into a line of 76 characters and a line break (RFC 2045, section 6.8). */
const LINE = { bytes: 57, encoded: 78 }

/**
 * @param limits milliseconds for a whole mail
 * @returns the mailer; undefined if the settings name no server or no sender
 */
export function openMailer(settings: MailSettings, limits = MAIL_MS): Mailer | undefined {
  const { DOGEAR_SMTP_URL: server, DOGEAR_MAIL_FROM: from, DOGEAR_MAIL_MAX_MB: megabytes } = settings
  if (!server || from === '') return undefined
  const lines = Math.floor((megabytes * 1_000_000 - FRAME_BYTES) / LINE.encoded)
  return {
    maxAttachment: lines * LINE.bytes,
    from,
    send: (mail, signal) => {
      const limit = AbortSignal.timeout(mail.attachment ? limits.withAttachment : limits.withoutAttachment)
      const message = { ...messageOf(mail, from), signal: signal ? AbortSignal.any([signal, limit]) : limit }
      return withTransport(server, (transport) => transport.sendMail(message))
    },
    verify: () => withTransport(server, (transport) => transport.verify()),
  }
}

type Transport = Awaited<ReturnType<typeof openTransport>>

/** Opens a connection for one mail. Mails are rare, so connections are not kept. */
async function withTransport(server: SmtpServer, use: (transport: Transport) => Promise<unknown>): Promise<void> {
  const transport = await openTransport(server)
  try {
    await use(transport)
  } catch (error) {
    throw mailFailureOf(error)
  } finally {
    transport.close()
  }
}

async function openTransport(server: SmtpServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport(transportOptions(server))
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i

/**
 * @returns the options of nodemailer. A password is never sent without encryption, except to this machine. There, STARTTLS
 *   is not used, because servers on this machine rarely have a certificate for `localhost`.
 */
export function transportOptions({ host, port, isSecure, login }: SmtpServer) {
  const isLocal = LOOPBACK.test(host)
  return {
    host,
    port,
    secure: isSecure,
    ...(!isSecure && isLocal && { ignoreTLS: true }),
    ...(!isSecure && !isLocal && login && { requireTLS: true }),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Addresses are given as objects, so that nodemailer does not parse them. */
function messageOf({ to, subject, text, key, attachment }: Mail, from: string) {
  return {
    from: { name: 'Dogear', address: from },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    subject,
    text,
    messageId: `<${key}@${from.slice(from.indexOf('@') + 1)}>`,
    // Keeps programs such as holiday notices from replying (RFC 3834, section 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(attachment && { attachments: [attachmentOf(attachment)] }),
  }
}

function attachmentOf({ fileName: filename, mediaType: contentType, bytes }: NonNullable<Mail['attachment']>) {
  return { filename, contentType, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}
