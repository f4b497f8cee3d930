import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { Client } from 'pg'

/**
 * The databases of all releases, one folder for each version, with two files compressed with zstd: an SQLite database,
 * and the SQL that makes the same database on PostgreSQL.
 */
export const RELEASES = import.meta.dirname

/** @returns the content of a file of a release */
export async function readRelease(version: string, name: 'sqlite.db.zst' | 'postgres.sql.zst'): Promise<Buffer> {
  return zstdDecompressSync(await readFile(join(RELEASES, version, name)))
}

/** @returns SQL that inserts all rows of a database into one with the same tables, and sets its sequences */
export async function dumpRows(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const ask = async (text: string) => (await client.query<Record<string, string>>(text)).rows
    const tables = await ask(`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`)
    const statements = ['set session_replication_role = replica;']
    for (const { name } of tables) {
      const [row] = await ask(`select coalesce(json_agg(dumped), '[]')::text as json from "${name}" as dumped`)
      if (row!['json'] === '[]') continue
      const json = `'${row!['json']!.replaceAll("'", "''")}'`
      statements.push(`insert into "${name}" select * from json_populate_recordset(null::"${name}", ${json});`)
    }
    const sequences = await ask(`select table_name as name from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES' order by table_name`)
    for (const { name } of sequences) {
      const next = `coalesce((select max(id) from "${name}"), 0) + 1`
      statements.push(`select setval(pg_get_serial_sequence('"${name}"', 'id'), ${next}, false);`)
    }
    return [...statements, 'set session_replication_role = origin;'].join('\n')
  } finally {
    await client.end()
  }
}
