/** Runs a statement without a time limit. @returns its rows */
export async function runStatement(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Stars every hundredth entry, or removes its star, and removes the dead rows. Prints the times of both. */
export async function changeAndVacuum(url: string): Promise<void> {
  for (const sql of ['update entry set is_starred = 1 - is_starred where id % 100 = 7', 'vacuum']) {
    const since = performance.now()
    await runStatement(url, sql)
    console.log(`${((performance.now() - since) / 1000).toFixed(0)} s: ${sql}`)
  }
}

/** Prints the sizes of the ten largest tables, those of partitions together, without and with their indexes. */
export async function printSizes(url: string): Promise<void> {
  for (const { name, rows, indexes } of await runStatement(url, SIZES)) {
    console.log(
      `${String(name).padEnd(22)}${String(rows).padStart(10)} MB${String(indexes).padStart(10)} MB of indexes`,
    )
  }
}

const SIZES = `select coalesce(pg_partition_root(oid)::regclass, oid::regclass)::text as name,
    round(sum(pg_table_size(oid)) / 1e6) as rows, round(sum(pg_indexes_size(oid)) / 1e6) as indexes
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  group by 1 order by sum(pg_total_relation_size(oid)) desc limit 10`
