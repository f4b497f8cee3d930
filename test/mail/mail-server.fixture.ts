import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Cleaner = { after(step: () => unknown): void }

/** A mail that the server has accepted. */
export interface ReceivedMail extends Email {
  /** recipients of the envelope */
  readonly recipients: readonly string[]
  readonly raw: Buffer
  /** the EPUB; empty if there is none */
  readonly book: Buffer
}

/** A mail server on loopback. */
export interface MailServer {
  readonly url: string
  /** the mails so far, in order */
  readonly mails: ReceivedMail[]
  /** @returns the mails as soon as there are this number of them; they are then removed */
  take(count: number): Promise<ReceivedMail[]>
  /** the reply to the next recipients, such as `550 No such user here`; undefined to accept them */
  refusal: string | undefined
}

/** The login of `startMailServer` if it demands one. */
export const LOGIN = { user: 'dogear', password: 'p@ss:word' }

/** Milliseconds after which a test no longer waits for a mail. Tests that pass take a few seconds. */
const DEADLINE_MS = 60_000

async function deadline(mails: readonly ReceivedMail[], count: number): Promise<never> {
  await sleep(DEADLINE_MS, undefined, { ref: false })
  throw new Error(`${count} mails were expected, but there are ${mails.map(({ subject }) => subject).join()}`)
}

/** Starts the server. It is stopped when the test ends. */
export async function startMailServer(t: Cleaner, options: SMTPServerOptions = {}): Promise<MailServer> {
  const received = Promise.withResolvers<void>()
  let next = received
  const server: MailServer = { url: '', mails: [], refusal: undefined, take: (count) => take(count) }
  const take = async (count: number): Promise<ReceivedMail[]> => {
    while (server.mails.length < count) {
      next = Promise.withResolvers<void>()
      await Promise.race([next.promise, deadline(server.mails, count)])
    }
    return server.mails.splice(0)
  }
  const smtp = new SMTPServer({
    disabledCommands: options.onAuth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onRcptTo: (_address, _session, done) => {
      const [code, ...words] = (server.refusal ?? '').split(' ')
      done(
        server.refusal === undefined ? null : Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }),
      )
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const mail = await PostalMime.parse(raw)
        const [attachment] = mail.attachments
        const book = Buffer.from((attachment?.content as ArrayBuffer | undefined) ?? new ArrayBuffer(0))
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        server.mails.push({ ...mail, recipients, raw, book })
        done()
        next.resolve()
      })
    },
    ...options,
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  t.after(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const { port } = listening.address() as AddressInfo
  const login = options.onAuth ? `${LOGIN.user}:${encodeURIComponent(LOGIN.password)}@` : ''
  return Object.assign(server, { url: `smtp://${login}127.0.0.1:${port}` })
}
