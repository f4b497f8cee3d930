/** An action whose effect the page has shown before the server answered. */
export interface RecentAction {
  /** takes the effect off the page, without the server. Returns whether the page shows all its entries again. */
  readonly takeBack: () => boolean
  /**
   * resolves to the id of the action in the history when the server has answered; to undefined if the action failed or
   * changed nothing
   */
  readonly answered: Promise<string | undefined>
}

/** The actions of this page, the last one at the end. */
const actions: RecentAction[] = []

/** Remembers an action, so that an undo takes its effect back at once. */
export function rememberAction(action: RecentAction): void {
  actions.push(action)
}

/** Removes and returns the last remembered action; undefined if there is none. */
export function popAction(): RecentAction | undefined {
  return actions.pop()
}

/**
 * Forgets all actions, because the last change of the user is another one, or because the page has changed. An undo then
 * asks the server for its last action.
 */
export function forgetActions(): void {
  actions.length = 0
}

/** Forgets an action that failed. */
export function forgetAction(action: RecentAction): void {
  const place = actions.indexOf(action)
  if (place !== -1) actions.splice(place, 1)
}
