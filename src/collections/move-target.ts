import { notFound } from '../kernel/errors.ts'

/** The target of a move in an ordered list. `before` and `after` are ids of other items. */
export type MoveTarget = { readonly before: number } | { readonly after: number } | 'first' | 'last' | 'up' | 'down'

/**
 * @param others ids of the other items, in their order
 * @param index index of the moved item before the move
 * @param kind name of an item in errors
 * @returns the index in `others` at which the item is inserted
 * @throws AppError `not_found` if the item that the target names is missing
 */
export function targetIndex(others: readonly number[], index: number, target: MoveTarget, kind: string): number {
  if (target === 'first') return 0
  if (target === 'last') return others.length
  if (target === 'up') return Math.max(0, index - 1)
  if (target === 'down') return Math.min(others.length, index + 1)
  const isBefore = 'before' in target
  const at = others.indexOf(isBefore ? target.before : target.after)
  if (at === -1) throw notFound(kind)
  return isBefore ? at : at + 1
}
