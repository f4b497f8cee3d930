import type { Settings } from '../config/settings.ts'
import { MailFailure, type MailFailureReason } from '../mail/mail-failure.ts'
import { openMailer } from '../mail/mailer.ts'
import { ok, problem, type Finding } from './finding.ts'

const NAME = 'mail'

/** What to do about a failure. */
const REMEDIES: Readonly<Record<MailFailureReason, string>> = {
  unreachable:
    'does not answer, or not by the encryption that it needs: check DOGEAR_SMTP_URL, its port and the certificate',
  login: 'refuses the login: check the user and the password in DOGEAR_SMTP_URL',
  busy: 'refuses connections for now: try again later',
  refused: 'refuses connections',
  'too-large': 'refuses connections',
}

/** @returns whether the mail server can be used, if there is one */
export async function checkMail(settings: Settings): Promise<Finding> {
  const { DOGEAR_SMTP_URL: server, DOGEAR_MAIL_FROM: from } = settings
  if (!server && from === '') return ok(NAME, 'is not set up; DOGEAR_SMTP_URL and DOGEAR_MAIL_FROM turn it on')
  const mailer = openMailer(settings)
  if (!mailer || !server) {
    return problem(NAME, `${server ? 'DOGEAR_MAIL_FROM' : 'DOGEAR_SMTP_URL'} is missing: mail needs both settings`)
  }
  const name = `${server.host}:${server.port}`
  try {
    await mailer.verify()
    return ok(NAME, `${name} answers; mails come from ${from}`)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    return problem(NAME, `${name} ${REMEDIES[error.reason]}${error.reply && ` (${error.reply})`}`)
  }
}
