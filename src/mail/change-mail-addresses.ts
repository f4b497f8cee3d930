import { hash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import type { Language } from '../kernel/languages.ts'
import { hashToken, ownedToken, ownerOfToken } from '../kernel/random-token.ts'
import { removeAddressFromRules } from '../rules/tagging-rule.repository.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { advanceRevision } from '../users/revision.ts'
import { isOfReader, MAX_ADDRESSES, parseAddressName, parseMailAddress } from './mail-address.ts'
import {
  findLinkedAddress,
  insertMailAddress,
  listMailAddresses,
  markConfirmed,
  removeMailAddress,
  setConfirmationLink,
} from './mail-address.repository.ts'
import { mailTexts } from './mail-texts.ts'
import { requireMailer, type MayMail } from './require-mailer.ts'

/** Path of the page that confirms an address; the link in the mail adds the token. */
export const CONFIRMATION_PATH = '/mail/confirm'

/** Time in milliseconds for which a link confirms an address: long enough to find the mail among others. */
const LINK_MS = 3 * 86_400_000

export interface MailAddressDeps extends MayMail {
  readonly database: Database
  readonly clock: Clock
  /** public address of this server, without a slash at the end */
  readonly baseUrl: string
  /** limit on the addresses that a user adds, also after deleting others */
  readonly mailAddressesPerUser: Throttle
  /** limit on the confirmation mails to one address, from all users */
  readonly confirmationsPerRecipient: Throttle
}

interface NewAddress {
  readonly name: string
  readonly address: string
  /** language of the confirmation mail */
  readonly language: Language
}

/**
 * Adds an address, and sends the mail that confirms it. Addresses of e-readers need no confirmation.
 * @returns whether the address was confirmed at once
 * @throws AppError `invalid_input` for a wrong or known address or too many addresses, `forbidden` if this server sends no
 *   mail, `too_many_requests` above the limits; MailFailure if the mail was not sent. The address is then kept.
 */
export async function addMailAddress(
  deps: MailAddressDeps,
  owner: UserId,
  given: NewAddress,
): Promise<{ readonly isConfirmed: boolean }> {
  requireMailer(deps)
  const address = parseMailAddress(given.address)
  const name = parseAddressName(given.name, address)
  const isConfirmed = isOfReader(address)
  await deps.mailAddressesPerUser.take(String(owner))
  const now = deps.clock.now().toISOString()
  const id = await ownerTransaction(deps.database, owner, async (tx) => {
    const known = await listMailAddresses(tx, owner)
    if (known.some((one) => one.address === address)) throw refuse('you have this address already', 'known')
    if (known.length >= MAX_ADDRESSES) throw refuse(`a user has at most ${MAX_ADDRESSES} addresses`, 'full')
    return insertMailAddress(tx, owner, { name, address, now, isConfirmed })
  })
  if (!isConfirmed) await sendConfirmation(deps, owner, { id, address, language: given.language })
  return { isConfirmed }
}

const refuse = (message: string, problem: 'known' | 'full') =>
  new AppError('invalid_input', message, { details: { field: 'address', problem } })

/**
 * Sends the mail that confirms an address once more.
 * @throws AppError and MailFailure as `addMailAddress` does, `not_found` if there is nothing to confirm
 */
export async function repeatConfirmation(
  deps: MailAddressDeps,
  owner: UserId,
  id: number,
  language: Language,
): Promise<void> {
  const addresses = await deps.database.read((db) => listMailAddresses(db, owner))
  const found = addresses.find((one) => one.id === id && !one.isConfirmed)
  if (!found) throw notFound('address')
  await sendConfirmation(deps, owner, { id, address: found.address, language })
}

async function sendConfirmation(
  deps: MailAddressDeps,
  owner: UserId,
  { id, address, language }: { readonly id: number; readonly address: string; readonly language: Language },
): Promise<void> {
  const mailer = requireMailer(deps)
  // The counter is kept in the database, so it contains a hash instead of the address.
  await deps.confirmationsPerRecipient.take(hash('sha256', address.toLowerCase(), 'base64url'))
  const token = ownedToken(owner)
  const expiresAt = new Date(deps.clock.now().getTime() + LINK_MS).toISOString()
  await ownerTransaction(deps.database, owner, (tx) =>
    setConfirmationLink(tx, owner, id, { hash: hashToken(token), expiresAt }),
  )
  const { confirmation } = mailTexts(language)
  const link = `${deps.baseUrl}${CONFIRMATION_PATH}?token=${token}`
  const text = confirmation.text({ link, server: deps.baseUrl, days: LINK_MS / 86_400_000 })
  await mailer.send({ to: address, subject: confirmation.subject, text, key: hash('sha256', token, 'base64url') })
}

/** @returns the address that the link with the token confirms; undefined if the link is wrong or has expired */
export async function findAddressToConfirm(
  { database, clock }: Pick<MailAddressDeps, 'database' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  const owner = ownerOfToken(token) as UserId | undefined
  if (owner === undefined) return undefined
  const now = clock.now().toISOString()
  return (await database.read((db) => findLinkedAddress(db, owner, hashToken(token), now)))?.address
}

/** @returns the address that was confirmed; undefined if the link is wrong or has expired */
export async function confirmMailAddress(
  { database, clock }: Pick<MailAddressDeps, 'database' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  const owner = ownerOfToken(token) as UserId | undefined
  if (owner === undefined) return undefined
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, async (tx) => {
    const found = await findLinkedAddress(tx, owner, hashToken(token), now)
    if (found) await markConfirmed(tx, owner, found.id, now)
    return found?.address
  })
}

/**
 * Deletes an address with its digests and deliveries, and removes it from rules.
 * @throws AppError `not_found` if the owner has no such address
 */
export async function deleteMailAddress(
  { database }: Pick<MailAddressDeps, 'database'>,
  owner: UserId,
  id: number,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    if (!(await removeMailAddress(tx, owner, id))) throw notFound('address')
    if (await removeAddressFromRules(tx, owner, id)) await advanceRevision(tx, owner, 'tagging_rules')
  })
}
