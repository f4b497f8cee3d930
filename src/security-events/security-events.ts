import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { cutText, storableText } from '../kernel/storable-text.ts'
import type { Caller } from './caller.ts'
import { eventKindFacts, knownOwnerKind } from './event-kinds.ts'
import { OPERATOR, type RecordedEvent, type SecurityEvent } from './security-event.ts'
import { storeEvents } from './security-event.repository.ts'

/** The part of the operator's log that is used here. */
export interface EventLog {
  info(fields: object, message: string): void
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface SecurityEventsDeps {
  readonly database: Database
  readonly clock: Clock
  /** absent without a log, such as at the command line */
  readonly log?: EventLog | undefined
  /** whether network addresses are logged and stored */
  readonly hasAddresses: boolean
}

export interface SecurityEvents {
  /**
   * Writes an event to the log, and stores it for its owner. Completed actions are stored before the promise resolves;
   * refusals are stored a little later in batches, so that a guess does not cost a write, and takes the same time for
   * every name. Never rejects: a failure to record an event does not undo it.
   */
  record(caller: Caller, event: SecurityEvent): Promise<void>
  /** Stores the gathered events. */
  settle(): Promise<void>
}

/** For parts that only record events. */
export interface SecurityEventsUser {
  readonly securityEvents: SecurityEvents
}

/** Maximum number of different attempts collected at once; others appear only in the log. */
const MOST = 500

/** How long refusals are gathered, in milliseconds. */
const GATHER_MS = 2000

/** In characters: enough to recognize a browser. */
const USER_AGENT_LENGTH = 200

/** @returns the only recorder of events */
export function securityEvents(deps: SecurityEventsDeps): SecurityEvents {
  const gathered = eventBatch()
  let timer: NodeJS.Timeout | undefined
  let stored: Promise<void> = Promise.resolve()
  // Also waits for the events that the timer is currently storing.
  const settle = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const events = gathered.take()
    stored = stored.then(() => store(deps, events))
    return stored
  }
  const gather = (noted: RecordedEvent): void => {
    gathered.add(noted)
    timer ??= setTimeout(() => void settle(), GATHER_MS).unref()
  }
  return {
    settle,
    record: async (given, event) => {
      const caller = readCaller(given, deps.hasAddresses)
      logEvent(deps.log, caller, event)
      const noted = notedEvent(caller, event, deps.clock.now())
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

/** A log line with all known fields; empty ones are omitted. */
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

/** @returns the event to store for an owner, or undefined if there is no owner, or the event does not concern one */
function notedEvent(caller: Required<Caller>, event: SecurityEvent, now: Date): RecordedEvent | undefined {
  const kind = knownOwnerKind(event.kind)
  if (kind === undefined || event.userId === undefined) return undefined
  const { actor, clientId = null, userId } = event
  const actorId = actor === 'operator' ? OPERATOR : (actor ?? null)
  // Throttled attempts may come from many addresses; one row for all of them is enough.
  const address = kind === 'sign-in-throttled' ? '' : caller.address
  return { ...caller, kind, userId, actorId, clientId, address, at: now.toISOString(), times: 1 }
}

async function store({ database, log }: SecurityEventsDeps, events: readonly RecordedEvent[]): Promise<void> {
  if (events.length === 0) return
  try {
    await database.transaction((tx) => storeEvents(tx, events))
  } catch (error) {
    log?.warn({ err: error, kinds: events.map(({ kind }) => kind) }, 'security events not kept')
  }
}

/** Refusals that will be stored together; similar ones are counted. */
interface EventBatch {
  add(event: RecordedEvent): void
  /** @returns all that were added since the last call, in order of the first of each */
  take(): readonly RecordedEvent[]
}

/** @returns a bounded buffer for refusals, so that guessing cannot fill the memory */
function eventBatch(): EventBatch {
  let waiting = new Map<string, RecordedEvent>()
  return {
    add: (event) => {
      const key = JSON.stringify([event.userId, event.kind, event.clientId, event.address])
      const known = waiting.get(key)
      if (!known && waiting.size >= MOST) return
      waiting.set(key, { ...event, times: (known?.times ?? 0) + event.times })
    },
    take: () => {
      const taken = [...waiting.values()]
      waiting = new Map()
      return taken
    },
  }
}
