const MAX_LENGTH = 1000
const MAX_SUBJECT = 200
/** Matches one or more mail addresses (a subset of RFC 6068, section 2). */
const MAIL_ADDRESSES = /^[\w.!#$'*+/=^`{|}~-]{1,64}@[\w.-]{1,253}(?:,[\w.!#$'*+/=^`{|}~-]{1,64}@[\w.-]{1,253}){0,9}$/
/** Matches a telephone number, with an extension if there is one (a subset of RFC 3966, section 3). */
const TELEPHONE = /^\+?[\d().*-]{2,40}(?:;ext=\d{1,10})?$/

/**
 * @param address address as written in the page
 * @returns a `mailto:` address with mail addresses and at most a subject, or a `tel:` address with a number; undefined
 * for other addresses. Bodies, copies and other fields of messages are left out
 */
export function contactAddress(address: string): string | undefined {
  if (!/^\s*(?:mailto|tel):/i.test(address) || address.length > MAX_LENGTH) return undefined
  const [, scheme = '', rest = ''] = /^\s*(\w+):(.*)$/s.exec(address) ?? []
  return scheme.toLowerCase() === 'tel' ? telephone(rest) : mail(rest)
}

function telephone(text: string): string | undefined {
  const number = decoded(text).replaceAll(/[\s/]/g, '')
  return TELEPHONE.test(number) ? `tel:${number}` : undefined
}

function mail(text: string): string | undefined {
  const [recipients = '', fields = ''] = text.split('?', 2)
  const addresses = decoded(recipients).replaceAll(/\s/g, '')
  if (!MAIL_ADDRESSES.test(addresses)) return undefined
  const field = fields.split('&').find((one) => /^subject=./i.test(one))
  const subject = decoded(field?.slice('subject='.length) ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .slice(0, MAX_SUBJECT)
    .toWellFormed()
  return `mailto:${addresses}${subject === '' ? '' : `?subject=${encodeURIComponent(subject)}`}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
