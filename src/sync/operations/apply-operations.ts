import type { Database } from '../../db/database.ts'
import type { EnqueueImages } from '../../entries/enqueue-images.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { changeAnnotation, createAnnotation, deleteAnnotation, reviewAnnotation } from './annotation-operations.ts'
import { applyToCollection } from './collection-operations.ts'
import {
  changeEntryFields,
  createEntry,
  deleteEntryByOperation,
  restoreEntry,
  setProgress,
} from './entry-operations.ts'
import { changeSettings } from './settings-operations.ts'
import type { OperationContext } from './operation-context.ts'
import { findOutcome, insertOutcome } from './operation-outcome.repository.ts'
import type { Operation, OperationResult, Outcome, ValidOperation } from './operation.ts'

export interface ApplyOperationsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
  /** absent if the server does not store images */
  readonly enqueueImages?: EnqueueImages
  readonly savesPerUser: Throttle
  readonly operationsPerUser: Throttle
}

interface OperationBatch {
  /** the result of `parseOperations` */
  readonly operations: readonly Operation[]
  /** id of the HTTP request, for the log */
  readonly requestId: string
}

/**
 * Applies operations in order. Each runs in its own transaction, which also stores its result. An operation with a
 * stored result is not applied again, so a client can safely repeat a request.
 * @returns the results in the same order. If the owner's budget is used up, the results of the remaining operations are
 * missing.
 * @throws AppError `too_many_requests` or `unavailable` if no operation was applied
 */
export async function applyOperations(
  deps: ApplyOperationsDeps,
  owner: UserId,
  { operations, requestId }: OperationBatch,
): Promise<OperationResult[]> {
  const results: OperationResult[] = []
  for (const operation of operations) {
    try {
      results.push({ op: operation.op, ...(await applyOnce(deps, owner, operation, requestId)) })
    } catch (error) {
      if (results.length > 0 && isTemporary(error)) return results
      throw error
    }
  }
  return results
}

/** @returns true if the error is temporary, so that the client can send the remaining operations again later */
function isTemporary(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'too_many_requests' || error.code === 'unavailable')
}

async function applyOnce(
  deps: ApplyOperationsDeps,
  owner: UserId,
  operation: Operation,
  requestId: string,
): Promise<Outcome> {
  const { database, clock } = deps
  const stored = await database.read((db) => findOutcome(db, owner, operation.op))
  if (stored) return stored
  if (operation.kind === 'malformed') {
    return { result: 'rejected', reason: 'invalid-operation', message: operation.message }
  }
  await deps.operationsPerUser.take(String(owner))
  if (operation.kind === 'create-entry') await deps.savesPerUser.take(String(owner))
  const now = clock.now().toISOString()
  const store = (perform: (tx: OwnerTx) => Promise<Outcome>) =>
    ownerTransaction(database, owner, async (tx) => {
      // A concurrent request may have applied the same operation since the first check.
      const known = await findOutcome(tx, owner, operation.op)
      if (known) return known
      const outcome = await perform(tx)
      await insertOutcome(tx, owner, { op: operation.op, outcome, now })
      return outcome
    })
  try {
    return await store((tx) => {
      const { op: _, at } = operation
      return apply({ ...deps, tx, dialect: database.dialect, owner, now, at, requestId }, operation)
    })
  } catch (error) {
    // The error rolled the transaction back, so the result is stored in another one.
    const refusal = refusalOf(error)
    return store(async () => refusal)
  }
}

/**
 * @returns the result of an operation that caused this error
 * @throws the error itself, if the operation is not its cause
 */
function refusalOf(error: unknown): Outcome {
  if (!(error instanceof AppError) || !['invalid_input', 'over_quota'].includes(error.code)) throw error
  return { result: 'rejected', reason: 'refused', message: error.message.trim() }
}

function apply(context: OperationContext, operation: ValidOperation): Promise<Outcome> {
  switch (operation.kind) {
    case 'create-entry':
      return createEntry(context, operation)
    case 'change-entry':
      return changeEntryFields(context, operation)
    case 'delete-entry':
      return deleteEntryByOperation(context, operation)
    case 'restore-entry':
      return restoreEntry(context, operation)
    case 'set-progress':
      return setProgress(context, operation)
    case 'create-annotation':
      return createAnnotation(context, operation)
    case 'change-annotation':
      return changeAnnotation(context, operation)
    case 'delete-annotation':
      return deleteAnnotation(context, operation)
    case 'review-annotation':
      return reviewAnnotation(context, operation)
    case 'change-settings':
      return changeSettings(context, operation)
    default:
      return applyToCollection(context, operation)
  }
}
