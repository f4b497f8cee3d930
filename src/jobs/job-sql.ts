import type { Dialect } from '../db/database.ts'

/** The parts of statements on the table `job` that differ between the databases. */
interface JobSql {
  /** the time of the database in milliseconds since 1970. All processes share it, unlike their own clocks. */
  readonly now: string
  /** end of a `select` that locks its rows, and skips those that other processes have locked */
  readonly skipLocked: string
  /**
   * @param rest the condition of a query on `job`, with its order and limit
   * @returns a join that runs the query for each row of its left side
   */
  readonly jobsWhere: (alias: string, rest: string) => string
  /** @returns a condition that a value is in the result of a query, which runs once */
  readonly inResultOf: (query: string) => string
  /** @returns a condition that a text is in a list; the parameter is the list as JSON */
  readonly inTexts: (parameter: string) => string
  /** @returns the same for a list of integers */
  readonly inIntegers: (parameter: string) => string
}

/**
 * The parts for PostgreSQL leave no choice to its planner, which knows nothing about the jobs of an import until
 * `autovacuum` has analyzed the table, and keeps the plans that it made for an empty table until then. It turns
 * `in (select …)` into a join, which reads all jobs, but neither an array nor a subquery with a limit
 * (PostgreSQL documentation, "Planner/Optimizer").
 */
const DIALECTS: Readonly<Record<Dialect, JobSql>> = {
  sqlite: {
    now: "cast(unixepoch('subsec') * 1000 as integer)",
    // SQLite has one writer at a time, so no other process can have locked a row.
    skipLocked: '',
    // SQLite never reorders a CROSS JOIN (SQLite documentation, "The Next-Generation Query Planner").
    jobsWhere: (alias, rest) => `cross join job ${alias} on ${alias}.id in (select job.id from job where ${rest})`,
    inResultOf: (query) => `in (${query})`,
    inTexts: (parameter) => `in (select value from json_each(${parameter}))`,
    inIntegers: (parameter) => `in (select value from json_each(${parameter}))`,
  },
  postgres: {
    now: '(extract(epoch from statement_timestamp()) * 1000)::bigint',
    skipLocked: 'for update skip locked',
    jobsWhere: (alias, rest) => `cross join lateral (select job.* from job where ${rest}) ${alias}`,
    inResultOf: (query) => `= any(array(${query}))`,
    inTexts: (parameter) => `= any(array(select json_array_elements_text(${parameter}::json)))`,
    inIntegers: (parameter) => `= any(array(select json_array_elements_text(${parameter}::json)::bigint))`,
  },
}

/**
 * @param write composes a statement with `$1`, `$2`, … as placeholders
 * @returns the statement for each database
 */
export function jobSql(write: (sql: JobSql) => string): Readonly<Record<Dialect, string>> {
  return {
    sqlite: write(DIALECTS.sqlite).replaceAll(/\$(\d+)/g, '?$1'),
    postgres: write(DIALECTS.postgres),
  }
}

/** SQL conditions for the states of a row of `job`. A waiting job is due or delayed. */
const IS_WAITING = 'job.locked_by is null and job.is_dead = 0'
export const IS_DUE = `${IS_WAITING} and job.is_due = 1`
export const IS_DELAYED = `${IS_WAITING} and job.is_due = 0`
export const IS_DEAD = 'job.is_dead = 1'

/** SQL condition that a newer job with the same key waits, so that this one need not run again. */
export const IS_SUPERSEDED = `exists (
  select 1 from job newer where newer.dedupe_key = job.dedupe_key and newer.id <> job.id
    and newer.locked_by is null and newer.is_dead = 0)`
