import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { cutText, storableText } from '../kernel/storable-text.ts'
import type { Caller } from './caller.ts'
import { eventKindFacts, knownOwnerKind } from './event-kinds.ts'
import { OPERATOR_ID, type RecordedEvent, type SecurityEvent } from './security-event.ts'
import { storeEvents } from './security-event.repository.ts'

/** The methods of the operator's log that this file uses. */
interface EventLog {
  info(fields: object, message: string): void
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

interface SecurityEventsDeps {
  readonly database: Database
  readonly clock: Clock
  /** absent if there is no log, for example at the command line */
  readonly log?: EventLog | undefined
  /** whether network addresses are logged and stored */
  readonly hasAddresses: boolean
}

interface SecurityEvents {
  /**
   * Logs an event, and stores it for its account. Successful actions are stored before the promise resolves. Refused
   * attempts are collected and stored up to two seconds later, so that a wrong password costs no write of its own, and
   * the response takes the same time for every username. Never rejects, because the action itself has already happened.
   */
  record(caller: Caller, event: SecurityEvent): Promise<void>
  /** Stores the refused attempts that have been collected. */
  flush(): Promise<void>
}

/** Dependencies of functions that only record events. */
export interface SecurityEventsUser {
  readonly securityEvents: SecurityEvents
}

/** Maximum number of different attempts in a batch. Further attempts are logged, but not stored. */
const MAX_ATTEMPTS = 500

/** Time in milliseconds during which refused attempts are collected. They are then stored together. */
const COLLECT_MS = 2000

/**
 * Maximum length of a stored user agent in characters. Longer ones are cut: the beginning is enough to recognize a
 * browser.
 */
const USER_AGENT_LENGTH = 200

/** @returns the recorder of events. A process has only one. */
export function securityEvents(deps: SecurityEventsDeps): SecurityEvents {
  const gathered = eventBatch()
  let timer: NodeJS.Timeout | undefined
  let stored: Promise<void> = Promise.resolve()
  // The promise also waits for earlier batches that are still being stored.
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const events = gathered.take()
    stored = stored.then(() => store(deps, events))
    return stored
  }
  const gather = (noted: RecordedEvent): void => {
    gathered.add(noted)
    timer ??= setTimeout(() => void flush(), COLLECT_MS).unref()
  }
  return {
    flush,
    record: async (given, event) => {
      const caller = readCaller(given, deps.hasAddresses)
      logEvent(deps.log, caller, event)
      const noted = eventToStore(caller, event, deps.clock.now())
      if (!noted) return
      if (eventKindFacts(event.kind).isRefusal) gather(noted)
      else await store(deps, [noted])
    },
  }
}

function readCaller({ address, userAgent = '', requestId = '' }: Caller, hasAddresses: boolean): Required<Caller> {
  return {
    address: hasAddresses ? address : '',
    userAgent: cutText(storableText(userAgent), USER_AGENT_LENGTH),
    requestId,
  }
}

/** Logs an event. The line omits fields that are empty or unknown. */
function logEvent(
  log: EventLog | undefined,
  { address, userAgent, requestId }: Required<Caller>,
  { kind, userId, actor, clientId }: SecurityEvent,
): void {
  const { level = 'info' } = eventKindFacts(kind)
  const fields = {
    event: kind,
    ...(requestId !== '' && { requestId }),
    ...(userId !== undefined && { userId }),
    ...(actor !== undefined && { actor }),
    ...(clientId !== undefined && { clientId }),
    ...(address !== '' && { address }),
    ...(userAgent !== '' && { userAgent }),
  }
  log?.[level](fields, 'security event')
}

/** @returns the event to store; undefined if it concerns no account, or if its kind is only logged */
function eventToStore(caller: Required<Caller>, event: SecurityEvent, now: Date): RecordedEvent | undefined {
  const kind = knownOwnerKind(event.kind)
  if (kind === undefined || event.userId === undefined) return undefined
  const { actor, clientId = null, userId } = event
  const actorId = actor === 'operator' ? OPERATOR_ID : (actor ?? null)
  // Throttled attempts may come from many addresses. The address is omitted, so that all of them are counted in one
  // row.
  const address = kind === 'sign-in-throttled' ? '' : caller.address
  return { ...caller, kind, userId, actorId, clientId, address, at: now.toISOString(), times: 1 }
}

async function store({ database, log }: SecurityEventsDeps, events: readonly RecordedEvent[]): Promise<void> {
  if (events.length === 0) return
  try {
    await database.transaction((tx) => storeEvents(tx, events))
  } catch (error) {
    log?.warn({ err: error, kinds: events.map(({ kind }) => kind) }, 'security events not stored')
  }
}

/** Refused attempts that will be stored together. Equal attempts are combined and counted. */
interface EventBatch {
  add(event: RecordedEvent): void
  /**
   * Empties the batch.
   * @returns the collected events, in the order of their first occurrence
   */
  take(): readonly RecordedEvent[]
}

/**
 * @returns an empty batch. It collects at most `MAX_ATTEMPTS` different attempts, so that attackers cannot fill the
 *   memory.
 */
function eventBatch(): EventBatch {
  let waiting = new Map<string, RecordedEvent>()
  return {
    add: (event) => {
      const key = JSON.stringify([event.userId, event.kind, event.clientId, event.address])
      const known = waiting.get(key)
      if (!known && waiting.size >= MAX_ATTEMPTS) return
      waiting.set(key, { ...event, times: (known?.times ?? 0) + event.times })
    },
    take: () => {
      const taken = [...waiting.values()]
      waiting = new Map()
      return taken
    },
  }
}
