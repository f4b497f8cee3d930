import type { Database } from '../db/database.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { cutText, storableText } from '../kernel/storable-text.ts'
import { advanceRevision } from './revision.ts'
import { findUserConfig, setUserConfig } from './user-config.repository.ts'
import { canonicalLogin, parseEmail } from './user.ts'
import { ownerTransaction } from './owner-transaction.ts'

interface ChangeConfigDeps {
  readonly database: Database
}

/** Texts from the fields of the settings form. Settings whose field is absent do not change. */
interface ConfigInput {
  readonly itemsPerPage?: string
  /** words per minute */
  readonly readingSpeed?: string
  readonly actionMarkAsRead?: string
  /** number of entries on one page of a feed */
  readonly feedLimit?: string
  /** BCP 47 tag of the chosen interface language */
  readonly language?: string
}

/** Limits of the numeric fields. A page of a list or feed has at most 500 entries. */
export const CONFIG_BOUNDS = {
  itemsPerPage: { most: 500, pattern: /^\d{1,4}$/ },
  readingSpeed: { most: 5000, pattern: /^\d{1,4}(?:[.,]\d{1,3})?$/ },
  feedLimit: { most: 500, pattern: /^\d{1,4}$/ },
} as const

/**
 * Stores new settings of a user.
 * @throws AppError `invalid_input` for numbers out of bounds; `details.fields` contains the names of their fields
 */
export async function changeConfig({ database }: ChangeConfigDeps, owner: UserId, input: ConfigInput): Promise<void> {
  const { itemsPerPage, readingSpeed, feedLimit } = numbersIn(input)
  const columns = {
    ...(itemsPerPage !== undefined && { items_per_page: itemsPerPage }),
    ...(readingSpeed !== undefined && { reading_speed: readingSpeed }),
    ...(feedLimit !== undefined && { feed_limit: feedLimit }),
    ...(input.actionMarkAsRead !== undefined && { action_mark_as_read: input.actionMarkAsRead === '0' ? 0 : 1 }),
  }
  const { language } = input
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner, 'settings')
    const { preferences } = await findUserConfig(tx, owner)
    const chosen = language !== undefined && { language, preferences: JSON.stringify({ ...preferences, language }) }
    await setUserConfig(tx, owner, { ...columns, ...chosen })
  })
}

type NumericField = keyof typeof CONFIG_BOUNDS

/**
 * @returns the numbers of the settings, by field
 * @throws AppError `invalid_input` for numbers out of bounds
 */
function numbersIn(input: ConfigInput): { readonly [Field in NumericField]?: number } {
  const given = (Object.keys(CONFIG_BOUNDS) as NumericField[]).flatMap((field) => {
    const text = input[field]
    return text === undefined ? [] : [[field, numberIn(field, text)] as const]
  })
  const fields = given.flatMap(([field, number]) => (number === undefined ? [field] : []))
  const [first] = fields
  if (first === undefined) return Object.fromEntries(given)
  throw new AppError('invalid_input', `enter a number from 1 to ${CONFIG_BOUNDS[first].most}`, { details: { fields } })
}

/** @returns the number in a text, which may have a decimal comma; undefined if the number is out of bounds */
function numberIn(field: NumericField, text: string): number | undefined {
  const { most, pattern } = CONFIG_BOUNDS[field]
  const value = pattern.test(text.trim()) ? Number(text.replace(',', '.')) : 0
  return value >= 1 && value <= most ? value : undefined
}

/** Maximum length of a name in characters, as in wallabag's database. Longer names are cut. */
const MAX_NAME = 180

/**
 * Stores a new name and e-mail address of a user.
 * @throws AppError `invalid_input` for an invalid e-mail address, `conflict` for one that is already taken;
 *   `details.field` contains the name of the field
 */
export async function changeProfile(
  { database }: ChangeConfigDeps,
  owner: UserId,
  input: { readonly name: string; readonly email: string; readonly now: Date },
): Promise<void> {
  const email = parseEmail(input.email)
  const name = cutText(storableText(input.name).trim(), MAX_NAME)
  const values = {
    name: name === '' ? null : name,
    email,
    email_key: email === '' ? null : canonicalLogin(email),
    updated_at: input.now.toISOString(),
  }
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    await tx.updateTable('users').set(values).where('id', '=', owner).execute()
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', 'that email is already used', { details: { field: 'email' }, cause: error })
  })
}
