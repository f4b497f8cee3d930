/**
 * The effect of a shortcut.
 * - `go` opens a path.
 * - `press` clicks the element with this `data-action-name`, on the focused card or otherwise on the page. If the
 * element is an input, it gets the focus instead. If entries are ticked, the action applies to them.
 * - `move` focuses the next or the previous card.
 * - `block` focuses the next or the previous block of the article.
 * - `sentence` extends or shortens the passage that begins in the focused block.
 * - `select` ticks the focused card, all cards from the last ticked one to it, or all cards of the page.
 * - `help` shows the shortcuts.
 * - `palette` opens the command palette. It works even if the user has disabled shortcuts with a single key.
 */
type KeyEffect =
  | { readonly go: string }
  | { readonly press: string }
  | { readonly move: 1 | -1 }
  | { readonly block: 1 | -1 }
  | { readonly sentence: 1 | -1 }
  | { readonly select: 'one' | 'range' | 'all' }
  | { readonly help: true }
  | { readonly palette: true }

interface KeyBinding {
  /** last part of the message key for the shortcut's description */
  readonly name: string
  readonly where: 'everywhere' | 'lists' | 'reader' | 'review'
  /**
   * alternative shortcuts. Each is a key, or two keys with a space between them, with the names of `KeyboardEvent.key`.
   * `Shift+` stands before the name of an arrow key only. `Ctrl+k` is Cmd+K on Apple keyboards.
   */
  readonly keys: readonly string[]
  readonly effect: KeyEffect
}

/**
 * All shortcuts of the web app. The key bindings, the help page and docs/shortcuts.md are generated from this table.
 */
export const KEYS = [
  { name: 'next', where: 'lists', keys: ['j', 'ArrowDown'], effect: { move: 1 } },
  { name: 'previous', where: 'lists', keys: ['k', 'ArrowUp'], effect: { move: -1 } },
  { name: 'open', where: 'lists', keys: ['Enter'], effect: { press: 'open' } },
  { name: 'select', where: 'lists', keys: ['x'], effect: { select: 'one' } },
  { name: 'selectRange', where: 'lists', keys: ['X'], effect: { select: 'range' } },
  { name: 'selectAll', where: 'lists', keys: ['*'], effect: { select: 'all' } },
  { name: 'original', where: 'everywhere', keys: ['o'], effect: { press: 'original' } },
  { name: 'archive', where: 'everywhere', keys: ['a', 'e'], effect: { press: 'archive' } },
  { name: 'star', where: 'everywhere', keys: ['f', 's'], effect: { press: 'star' } },
  { name: 'tags', where: 'everywhere', keys: ['t'], effect: { press: 'tags' } },
  { name: 'collect', where: 'everywhere', keys: ['c'], effect: { press: 'collect' } },
  { name: 'delete', where: 'everywhere', keys: ['#', 'Delete'], effect: { press: 'delete' } },
  { name: 'undo', where: 'everywhere', keys: ['z'], effect: { press: 'undo' } },
  { name: 'nextBlock', where: 'reader', keys: ['j'], effect: { block: 1 } },
  { name: 'previousBlock', where: 'reader', keys: ['k'], effect: { block: -1 } },
  { name: 'extend', where: 'reader', keys: ['Shift+ArrowDown', 'Shift+ArrowRight'], effect: { sentence: 1 } },
  { name: 'shorten', where: 'reader', keys: ['Shift+ArrowUp', 'Shift+ArrowLeft'], effect: { sentence: -1 } },
  { name: 'highlight', where: 'reader', keys: ['h'], effect: { press: 'highlight' } },
  { name: 'note', where: 'reader', keys: ['m'], effect: { press: 'note' } },
  { name: 'deleteHighlight', where: 'reader', keys: ['Delete', 'Backspace'], effect: { press: 'unhighlight' } },
  { name: 'pageNote', where: 'reader', keys: ['M'], effect: { press: 'page-note' } },
  { name: 'nextEntry', where: 'reader', keys: ['J'], effect: { press: 'next' } },
  { name: 'previousEntry', where: 'reader', keys: ['K'], effect: { press: 'previous' } },
  { name: 'listen', where: 'reader', keys: ['l'], effect: { press: 'listen' } },
  { name: 'smaller', where: 'reader', keys: ['-'], effect: { press: 'smaller' } },
  { name: 'larger', where: 'reader', keys: ['+'], effect: { press: 'larger' } },
  { name: 'narrower', where: 'reader', keys: ['['], effect: { press: 'narrower' } },
  { name: 'wider', where: 'reader', keys: [']'], effect: { press: 'wider' } },
  { name: 'theme', where: 'reader', keys: ['v'], effect: { press: 'theme' } },
  { name: 'info', where: 'reader', keys: ['i'], effect: { press: 'info' } },
  { name: 'keep', where: 'review', keys: ['k'], effect: { press: 'keep' } },
  { name: 'later', where: 'review', keys: ['l'], effect: { press: 'later' } },
  { name: 'forget', where: 'review', keys: ['x'], effect: { press: 'forget' } },
  { name: 'reviewNote', where: 'review', keys: ['m'], effect: { press: 'review-note' } },
  { name: 'unread', where: 'everywhere', keys: ['g u'], effect: { go: '/unread/list' } },
  { name: 'starred', where: 'everywhere', keys: ['g s'], effect: { go: '/starred/list' } },
  { name: 'archived', where: 'everywhere', keys: ['g r'], effect: { go: '/archive/list' } },
  { name: 'all', where: 'everywhere', keys: ['g a'], effect: { go: '/all/list' } },
  { name: 'tagList', where: 'everywhere', keys: ['g t'], effect: { go: '/tag/list' } },
  { name: 'collections', where: 'everywhere', keys: ['g l'], effect: { go: '/collections' } },
  { name: 'minutes', where: 'everywhere', keys: ['g m'], effect: { go: '/minutes' } },
  { name: 'review', where: 'everywhere', keys: ['g v'], effect: { go: '/review' } },
  { name: 'settings', where: 'everywhere', keys: ['g c'], effect: { go: '/config' } },
  { name: 'add', where: 'everywhere', keys: ['n'], effect: { press: 'add' } },
  { name: 'search', where: 'everywhere', keys: ['/'], effect: { press: 'search' } },
  { name: 'palette', where: 'everywhere', keys: ['Ctrl+k'], effect: { palette: true } },
  { name: 'back', where: 'everywhere', keys: ['u', 'Escape'], effect: { press: 'back' } },
  { name: 'help', where: 'everywhere', keys: ['?'], effect: { help: true } },
] as const satisfies readonly KeyBinding[]

/** The shortcuts that the command palette offers as commands: all but its own. */
export const PALETTE_COMMANDS = KEYS.filter(hasOwnEffect)

/** The effect of one of the shortcuts in `KEYS`, except the one that opens the command palette. */
export type BoundEffect = (typeof PALETTE_COMMANDS)[number]['effect']

/** The value of `data-action-name` of an element that a shortcut presses. */
export type PressName = Extract<BoundEffect, { readonly press: string }>['press']

/** The effects of the shortcuts on each kind of page, by key, as JSON. */
export const KEY_MAPS = { lists: keyMap('lists'), reader: keyMap('reader'), review: keyMap('review') } as const

function hasOwnEffect(
  binding: (typeof KEYS)[number],
): binding is Exclude<(typeof KEYS)[number], { readonly name: 'palette' }> {
  return binding.name !== 'palette'
}

function keyMap(kind: 'lists' | 'reader' | 'review'): string {
  const bindings = (PALETTE_COMMANDS as readonly KeyBinding[]).filter(
    ({ where }) => where === 'everywhere' || where === kind,
  )
  return JSON.stringify(Object.fromEntries(bindings.flatMap(({ keys, effect }) => keys.map((key) => [key, effect]))))
}
