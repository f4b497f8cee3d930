import { AppError, isUnavailable } from '../../kernel/errors.ts'
import type { SqlValue, Statement } from '../database.ts'
import type { PostgresDatabase } from './postgres.ts'
import type { Standby } from './standby.ts'

/**
 * @returns the database, but while the primary does not respond, reads come from the standby, if it has everything that
 *   users may have seen. Transactions always need the primary.
 */
export function withStandbyWhileAway(primary: PostgresDatabase, standby: Standby): PostgresDatabase {
  const read = async <T>(fromPrimary: () => Promise<T>, fromStandby: () => Promise<T>): Promise<T> => {
    if (standby.isPrimaryAway) {
      const found = await fromStandby().then(
        (value) => ({ value }),
        (error: unknown) => refuseOthers(error),
      )
      if (found) return found.value
    }
    try {
      return await fromPrimary()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      standby.noteAway()
      return await fromStandby().catch((other: unknown) => {
        refuseOthers(other)
        throw error
      })
    }
  }
  const all = <Row>(sql: string, parameters: readonly SqlValue[], onPrimary: () => Promise<Row[]>) =>
    read(onPrimary, () => standby.readAlone<Row>(sql, parameters))
  return {
    ...primary,
    read: (work) =>
      read(
        () => primary.read(work),
        () => standby.workAlone(work),
      ),
    prepare: <Row>(sql: string): Statement<Row> => {
      const statement = primary.prepare<Row>(sql)
      return { all: (...parameters) => all(sql, parameters, () => statement.all(...parameters)) }
    },
    readComposed: (sql, parameters) => all(sql, parameters, () => primary.readComposed(sql, parameters)),
  }
}

/** A statement that reads the data of the user whose id is its first parameter. */
const OWNED = /\buser_id = \$1(?!\d)/

/**
 * @param current the database of `withStandbyWhileAway`
 * @param condition SQL condition that the standby must meet, see `OwnedStatement`
 * @returns the database, but statements that read the data of one user come from the standby, if these data are the same
 *   as on the primary
 */
export function fromStandby(current: PostgresDatabase, standby: Standby, condition?: string): PostgresDatabase {
  const all = async <Row>(sql: string, parameters: readonly SqlValue[], onPrimary: () => Promise<Row[]>) => {
    const statement = { owner: Number(parameters[0]), sql, parameters, condition }
    return (OWNED.test(sql) ? await standby.readUnchanged<Row>(statement) : undefined) ?? onPrimary()
  }
  return {
    ...current,
    prepare: <Row>(sql: string): Statement<Row> => {
      const statement = current.prepare<Row>(sql)
      return { all: (...parameters) => all(sql, parameters, () => statement.all(...parameters)) }
    },
    readComposed: (sql, parameters) => all(sql, parameters, () => current.readComposed(sql, parameters)),
  }
}

/** Throws errors of the work itself, such as `not_found`, but not those of a standby that cannot be read. */
function refuseOthers(error: unknown): undefined {
  if (error instanceof AppError && !isUnavailable(error)) throw error
}
