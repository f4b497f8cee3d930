import { AppError } from '../../../src/kernel/errors.ts'

/** @returns the error for an action that only the server can do */
export function needsNetwork(): AppError {
  return new AppError('unavailable', 'this needs a network', { details: { message: 'offline.needsNetwork' } })
}

const refuse = async (): Promise<never> => {
  throw needsNetwork()
}

export const changeMany = refuse
export const enqueueChange = refuse
export const removeTagOfAll = refuse
export const renameTag = refuse
export const undoRuleDeletion = refuse
