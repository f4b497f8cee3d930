import { parseId } from '../../kernel/parse-id.ts'
import { type PerformDeps, performAction } from '../../entries/undoable-actions/perform-action.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { isFromOwnPage } from '../forms/csrf-protection.ts'
import { formOf, formText, NOTICE_COOKIE, UNDO_COOKIE, localizationFor, type WebContext } from '../web-context.ts'
import type { ServerRequest } from '../server-routes.ts'
import type { WebRequest } from '../web-request.ts'

/**
 * Prefix of the names of cookies that store actions of an ended session. Each action has its own cookie. A shared
 * cookie would lose actions, because a user can send several before the first response arrives.
 */
const COOKIE_PREFIX = 'waiting_action_'
/** Lifetime in seconds of the cookies that store actions. */
const COOKIE_SECONDS = 600
/**
 * Maximum number of stored actions. Further actions are discarded, because browsers limit the number of cookies, and
 * servers limit the size of request headers.
 */
const MAX_ACTIONS = 30

const KINDS = ['archive', 'unarchive', 'star', 'unstar', 'delete'] as const
type Kind = (typeof KINDS)[number]

/** Matches the paths of forms that change one entry, on cards and on the reading page. */
const PATH = /^\/(?:(archive|star|delete)\/([1-9]\d{0,14})|view\/([1-9]\d{0,14})\/states)$/

/**
 * @returns true if the request is an action on an entry. Without a session, the action can wait for the next sign-in.
 */
export function isAction({ method, url }: Pick<WebRequest, 'method' | 'url'>): boolean {
  return method === 'POST' && PATH.test(url)
}

/**
 * Stores an action whose session has ended, so that the next sign-in can perform it. Accepts only forms from our own
 * pages. Otherwise another site could change the user's entries.
 * @returns true if the action was stored
 */
export function storePendingAction(deps: WebContext, request: ServerRequest): boolean {
  const [, path, ofCard, ofReader] = PATH.exec(request.url) ?? []
  const kind = kindOf(request, path)
  if (!kind || !isFromOwnPage(request, deps.baseUrl)) return false
  if (request.cookies.names(COOKIE_PREFIX).length >= MAX_ACTIONS) return false
  request.cookies.write(`${COOKIE_PREFIX}${ofCard ?? ofReader}_${kind}`, '1', COOKIE_SECONDS)
  return true
}

function kindOf(request: ServerRequest, path: string | undefined): Kind | undefined {
  const fields = formOf(request)
  if (path === 'delete') return 'delete'
  if (path !== 'star' && fields.has('archived')) return formText(fields, 'archived') === '1' ? 'archive' : 'unarchive'
  if (path !== 'archive' && fields.has('starred')) return formText(fields, 'starred') === '1' ? 'star' : 'unstar'
  return undefined
}

/**
 * Performs the stored actions after a sign-in. Skips entries of other users and entries that no longer exist.
 * @returns the actions that changed something
 */
export async function resumeActions(
  deps: PerformDeps,
  request: ServerRequest,
  owner: UserId,
): Promise<readonly ResumedAction[]> {
  const resumed: ResumedAction[] = []
  for (const { kind, ids } of readPendingActions(request)) {
    const { id, entries } = await performAction(deps, owner, ids, { kind })
    if (entries > 0) resumed.push({ kind, ids, entries, ...(id !== undefined && { action: id }) })
  }
  return resumed
}

/** Makes the next page report the performed actions. If there was only one, the message has an undo button. */
export function announceActions(request: ServerRequest, resumed: readonly ResumedAction[]): void {
  const { t } = localizationFor(request)
  const [first, ...others] = resumed
  if (!first) return
  const texts = resumed.map(({ kind, entries }) => t(`bulk.done.${kind}`, { count: entries }))
  const text = others.length === 0 && first.entries === 1 ? t(`done.${first.kind}`) : texts.join(', ')
  request.cookies.write(NOTICE_COOKIE, text, 60)
  if (others.length === 0 && first.action !== undefined) request.cookies.write(UNDO_COOKIE, String(first.action), 60)
}

/** Actions of one kind that were performed together after a sign-in. */
export interface ResumedAction {
  readonly kind: Kind
  readonly ids: readonly EntryId[]
  /** number of changed entries */
  readonly entries: number
  /** id in the history of actions; absent if the action cannot be undone */
  readonly action?: number
}

/**
 * Reads the stored actions from the cookies, and deletes the cookies.
 * @returns the entries of each kind of action
 */
function readPendingActions(
  request: ServerRequest,
): readonly { readonly kind: Kind; readonly ids: readonly EntryId[] }[] {
  const names = request.cookies.names(COOKIE_PREFIX).slice(0, MAX_ACTIONS)
  for (const name of names) request.cookies.clear(name)
  const parsed = names.flatMap((name) => {
    const [text, kind] = name.slice(COOKIE_PREFIX.length).split('_')
    const id = parseId<EntryId>(text)
    const known = KINDS.find((one) => one === kind)
    return known && id !== undefined ? [{ kind: known, id }] : []
  })
  return [...Map.groupBy(parsed, ({ kind }) => kind)].map(([kind, group]) => ({ kind, ids: group.map(({ id }) => id) }))
}
