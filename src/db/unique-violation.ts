/**
 * @returns true if a statement failed because of a duplicate key. The codes are SQLSTATE 23505 on PostgreSQL, and
 * SQLITE_CONSTRAINT_UNIQUE (2067) or SQLITE_CONSTRAINT_PRIMARYKEY (1555) on SQLite.
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/**
 * Runs a transaction, and once more if it failed because of a duplicate key. On PostgreSQL, a statement does not see a
 * row that another transaction is adding, but fails when that row is committed. The second run sees the row.
 * @throws whatever the second run throws, and every other error of the first
 */
export async function retryAfterDuplicate<Result>(transact: () => Promise<Result>): Promise<Result> {
  try {
    return await transact()
  } catch (error) {
    if (isUniqueViolation(error)) return transact()
    throw error
  }
}
