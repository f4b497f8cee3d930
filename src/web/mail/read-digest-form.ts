import type { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { parseId } from '../../kernel/parse-id.ts'
import { DIGEST_ENTRIES, MAX_DIGESTS, type Digest, type NewDigest } from '../../mail/digests/digest.ts'
import type { Localization } from '../layout/localization.ts'
import { formText } from '../web-context.ts'
import { timeText, type DigestField, type DigestForm } from './digests-section.ts'

const TIME = /^(\d{1,2}):(\d{2})$/

/** @returns the digest in a form. Values that are no numbers become NaN, which `saveDigest` refuses. */
export function digestIn(fields: FormFields): NewDigest {
  const [, hours, minutes] = TIME.exec(formText(fields, 'time')) ?? []
  const isTime = Number(hours) < 24 && Number(minutes) < 60
  const weekday = formText(fields, 'weekday')
  return {
    name: formText(fields, 'name'),
    query: formText(fields, 'query'),
    addressId: parseId(formText(fields, 'address')) ?? 0,
    weekday: weekday === '' ? null : Number(weekday),
    minute: isTime ? Number(hours) * 60 + Number(minutes) : Number.NaN,
    maxEntries: Number(formText(fields, 'maxEntries') || Number.NaN),
  }
}

/** @returns the form with the values of a digest */
export function formOfDigest(digest: Digest): DigestForm {
  const { id, name, query, addressId, weekday, minute, maxEntries } = digest
  const chosen = { address: String(addressId), weekday: weekday === null ? '' : String(weekday) }
  return { id, name, query, ...chosen, time: timeText(minute), maxEntries: String(maxEntries), errors: {} }
}

/** @returns a refused form, with its values and the error */
export function refusedDigest(fields: FormFields, { details }: AppError, { t }: Localization): DigestForm {
  const text = (name: DigestField) => formText(fields, name).slice(0, 5000)
  const id = parseId(formText(fields, 'id'))
  const values = { name: text('name'), query: text('query'), address: text('address') }
  const times = { weekday: text('weekday'), time: text('time'), maxEntries: text('maxEntries') }
  const name = FIELDS.find((one) => one === details['field']) ?? 'name'
  const { most } = DIGEST_ENTRIES
  const error =
    details['most'] === undefined
      ? t(`mail.digests.errors.${name}`, { most })
      : t('mail.digests.errors.full', { most: MAX_DIGESTS })
  return { ...(id !== undefined && { id }), ...values, ...times, errors: { [name]: error } }
}

const FIELDS = ['name', 'query', 'address', 'weekday', 'time', 'maxEntries'] as const satisfies readonly DigestField[]
