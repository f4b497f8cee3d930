import { AppError } from '../kernel/errors.ts'
import type { Mailer } from './mailer.ts'

export interface MayMail {
  /** absent if the operator has not set up e-mail */
  readonly mailer?: Mailer
}

/** @throws AppError `forbidden` if this server sends no mail */
export function requireMailer({ mailer }: MayMail): Mailer {
  if (mailer) return mailer
  const message = 'this server sends no e-mail: its operator must set DOGEAR_SMTP_URL and DOGEAR_MAIL_FROM'
  throw new AppError('forbidden', message, { details: { message: 'mail.off' } })
}
