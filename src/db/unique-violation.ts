/**
 * @returns true if a statement failed because of a duplicate key. The codes are SQLSTATE 23505 on PostgreSQL, and
 * SQLITE_CONSTRAINT_UNIQUE (2067) or SQLITE_CONSTRAINT_PRIMARYKEY (1555) on SQLite.
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === '23505' || errcode === 2067 || errcode === 1555
}
