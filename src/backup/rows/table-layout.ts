import { DatabaseSync } from 'node:sqlite'
import { migrationSql, pendingMigrations } from '../../db/migration-record.ts'
import { MIGRATIONS } from '../../db/migrations/all-migrations.ts'
import type { ColumnKind } from './row.ts'

/** A table whose rows a backup contains. */
export interface TableLayout {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
  /** true if the database generates the ids of the table, and never uses one twice */
  readonly hasCounter: boolean
}

/** The tables of a schema, and what a restored SQLite database needs besides them. */
interface SchemaLayout {
  /** the tables, each after those to which it refers */
  readonly tables: readonly TableLayout[]
  /** SQL that creates the triggers on SQLite, by their names */
  readonly sqliteTriggers: ReadonlyMap<string, string>
}

/**
 * Matches the tables that a backup leaves out: the full-text index, which the service builds again, and what the
 * databases and the migrations record about themselves.
 */
const LEFT_OUT = /^(?:sqlite_.*|migration|search_.*|indexed_entry)$/

/**
 * Finds the tables of a schema by creating it in memory. Both databases have the same tables and columns, apart from
 * those of the full-text index and of the throttles.
 * @param steps names of the migrations, in order
 * @throws AppError `conflict` if this version does not know a step
 */
export async function schemaLayout(steps: readonly string[]): Promise<SchemaLayout> {
  pendingMigrations(steps, MIGRATIONS)
  const connection = new DatabaseSync(':memory:')
  try {
    for (const step of MIGRATIONS.slice(0, steps.length)) connection.exec(await migrationSql(step, 'sqlite'))
    const named = (type: string) =>
      connection.prepare('select name, sql from sqlite_schema where type = ? and sql is not null').all(type)
    const tables = named('table').map(({ name, sql }) => ({ name: String(name), sql: String(sql) }))
    const triggers = named('trigger').map(({ name, sql }) => [String(name), String(sql)] as const)
    const kept = tables.filter(({ name }) => !LEFT_OUT.test(name))
    const layouts = kept.map(({ name, sql }) => tableLayout(connection, name, sql))
    return { tables: inOrderOfReference(connection, layouts), sqliteTriggers: new Map(triggers) }
  } finally {
    connection.close()
  }
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  INTEGER: 'integer',
  'DOUBLE PRECISION': 'real',
  TEXT: 'text',
  BLOB: 'blob',
}

function tableLayout(connection: DatabaseSync, name: string, sql: string): TableLayout {
  const columns = connection
    .prepare('select name, type from pragma_table_info(?)')
    .all(name)
    .map((column) => {
      const kind = KINDS[String(column['type']).toUpperCase()]
      if (kind === undefined) throw new Error(`${name}.${String(column['name'])} has a type that backups do not know`)
      return { name: String(column['name']), kind }
    })
  return { name, columns, hasCounter: /\bautoincrement\b/i.test(sql) }
}

function inOrderOfReference(connection: DatabaseSync, tables: readonly TableLayout[]): readonly TableLayout[] {
  const references = connection.prepare('select distinct "table" as target from pragma_foreign_key_list(?)')
  const ordered = new Set<TableLayout>()
  const add = (table: TableLayout): void => {
    if (ordered.has(table)) return
    const targets = references.all(table.name).map(({ target }) => String(target))
    for (const target of tables) if (target !== table && targets.includes(target.name)) add(target)
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}

/** @returns the names of the columns of a table for a statement, in order */
export function columnList({ columns }: TableLayout): string {
  return columns.map(({ name }) => `"${name}"`).join(', ')
}

/**
 * @param condition SQL that selects rows; all rows if absent
 * @returns a statement that reads the rows of a table; valid on both databases
 */
export function selectRows(table: TableLayout, condition: string | undefined): string {
  const rows = `select ${columnList(table)} from "${table.name}"`
  return condition === undefined ? rows : `${rows} where ${condition}`
}

/** @returns the condition for the rows of an owner, without parameters, which COPY does not take */
export function ownedBy({ name }: TableLayout, owner: number): string {
  return `${name === 'users' ? 'id' : 'user_id'} = ${Number(owner)}`
}
