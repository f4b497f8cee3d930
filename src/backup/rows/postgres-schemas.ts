import type { Client } from 'pg'
import { AppError } from '../../kernel/errors.ts'

/**
 * Moves all tables and functions of a schema to another one, in one transaction, and drops the empty schema. If the
 * other schema contains tables of the same names, they are moved to a schema of their own first if they contain accounts,
 * and dropped otherwise. Other tables stay as they are.
 * @returns the schema that contains the replaced tables
 */
export async function moveTables(client: Client, from: string, to: string): Promise<readonly string[]> {
  const objects = await listObjects(client, from)
  const names = new Set(objects.map(({ name }) => name))
  const present = (await listObjects(client, to)).filter(({ name }) => names.has(name))
  const replaced = `dogear_replaced_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  const keepsPresent = await holdsAccounts(client, to)
  await client.query('begin')
  try {
    if (keepsPresent) await client.query(`create schema ${replaced}`)
    for (const { kind, identity } of present) {
      if (keepsPresent) await client.query(`alter ${kind} ${identity} set schema ${replaced}`)
      else await client.query(`drop ${kind} if exists ${identity} cascade`)
    }
    for (const { kind, identity } of objects) await client.query(`alter ${kind} ${identity} set schema ${quoted(to)}`)
    await client.query(`drop schema ${from}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return keepsPresent ? [`schema ${replaced}`] : []
}

interface SchemaObject {
  readonly kind: 'table' | 'function'
  readonly name: string
  /** its name with the schema and, of a function, its arguments */
  readonly identity: string
}

/** @returns the tables, their partitions and the functions; indexes, sequences and triggers follow their tables */
async function listObjects(client: Client, schema: string): Promise<readonly SchemaObject[]> {
  const { rows } = await client.query<SchemaObject>(
    `select 'table' as kind, relname as name, format('%I.%I', $1::text, relname) as identity
       from pg_class where relnamespace = to_regnamespace(quote_ident($1)) and relkind in ('r', 'p')
     union all
     select 'function', proname,
         format('%I.%I(%s)', $1::text, proname, pg_get_function_identity_arguments(oid))
       from pg_proc where pronamespace = to_regnamespace(quote_ident($1))`,
    [schema],
  )
  return rows
}

/**
 * Refuses to restore into a schema that other programs use, or that a running service uses. Idle connections of a
 * pooler do not count, because the pooler keeps them after the end of the service, which had direct ones too.
 * @throws AppError `conflict`
 */
export async function refuseOccupied(client: Client, schema: string): Promise<void> {
  const users = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and (application_name in ('dogear', 'dogear signals') or application_name = 'dogear pooled' and state <> 'idle')`,
  )
  if (users.rows.length > 0)
    throw new AppError('conflict', 'the database is in use: stop the service before you restore')
  const found = await listObjects(client, schema)
  const isOurs = found.some(({ name }) => name === 'migration')
  const occupied = isOurs ? undefined : found.find(({ name }) => name === 'users' || name === 'entry')
  if (occupied)
    throw new AppError('conflict', `the schema ${schema} contains a table ${occupied.name} of another program`)
}

/** @returns true if a schema contains accounts */
async function holdsAccounts(client: Client, schema: string): Promise<boolean> {
  const table = `${quoted(schema)}.users`
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])
  if (!rows[0]!.exists) return false
  return (await client.query(`select 1 from ${table} limit 1`)).rows.length > 0
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
