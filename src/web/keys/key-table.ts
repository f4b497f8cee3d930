/**
 * What a key does. `go`: leads to a path. `press`: presses what is named so in `data-action-name`, on the card in focus
 * or else on the page; a field is put into focus instead. `move`: to the next or the previous card. `select`: ticks the
 * card in focus. `help`: shows this table.
 */
export type KeyEffect =
  | { readonly go: string }
  | { readonly press: string }
  | { readonly move: 1 | -1 }
  | { readonly select: true }
  | { readonly help: true }

export interface KeyBinding {
  /** last part of the name of its message */
  readonly name: string
  readonly where: 'everywhere' | 'lists' | 'reader'
  /** each is one or two keys after each other, as `KeyboardEvent.key` calls them, separated by a blank */
  readonly keys: readonly string[]
  readonly effect: KeyEffect
}

/** Every key of the pages: the bindings, the help on the page and docs/shortcuts.md are made from this table. */
export const KEYS = [
  { name: 'next', where: 'lists', keys: ['j', 'ArrowDown'], effect: { move: 1 } },
  { name: 'previous', where: 'lists', keys: ['k', 'ArrowUp'], effect: { move: -1 } },
  { name: 'open', where: 'lists', keys: ['Enter'], effect: { press: 'open' } },
  { name: 'select', where: 'lists', keys: ['x'], effect: { select: true } },
  { name: 'original', where: 'everywhere', keys: ['o'], effect: { press: 'original' } },
  { name: 'archive', where: 'everywhere', keys: ['a'], effect: { press: 'archive' } },
  { name: 'star', where: 'everywhere', keys: ['f'], effect: { press: 'star' } },
  { name: 'tags', where: 'everywhere', keys: ['t'], effect: { press: 'tags' } },
  { name: 'delete', where: 'everywhere', keys: ['#', 'Delete'], effect: { press: 'delete' } },
  { name: 'undo', where: 'everywhere', keys: ['z'], effect: { press: 'undo' } },
  { name: 'highlight', where: 'reader', keys: ['h'], effect: { press: 'highlight' } },
  { name: 'note', where: 'reader', keys: ['m'], effect: { press: 'note' } },
  { name: 'nextEntry', where: 'reader', keys: ['J'], effect: { press: 'next' } },
  { name: 'previousEntry', where: 'reader', keys: ['K'], effect: { press: 'previous' } },
  { name: 'smaller', where: 'reader', keys: ['-'], effect: { press: 'smaller' } },
  { name: 'larger', where: 'reader', keys: ['+'], effect: { press: 'larger' } },
  { name: 'narrower', where: 'reader', keys: ['['], effect: { press: 'narrower' } },
  { name: 'wider', where: 'reader', keys: [']'], effect: { press: 'wider' } },
  { name: 'theme', where: 'reader', keys: ['v'], effect: { press: 'theme' } },
  { name: 'info', where: 'reader', keys: ['i'], effect: { press: 'info' } },
  { name: 'back', where: 'reader', keys: ['u', 'Escape'], effect: { press: 'back' } },
  { name: 'unread', where: 'everywhere', keys: ['g u'], effect: { go: '/unread/list' } },
  { name: 'starred', where: 'everywhere', keys: ['g s'], effect: { go: '/starred/list' } },
  { name: 'archived', where: 'everywhere', keys: ['g r'], effect: { go: '/archive/list' } },
  { name: 'all', where: 'everywhere', keys: ['g a'], effect: { go: '/all/list' } },
  { name: 'tagList', where: 'everywhere', keys: ['g t'], effect: { go: '/tag/list' } },
  { name: 'settings', where: 'everywhere', keys: ['g c'], effect: { go: '/config' } },
  { name: 'add', where: 'everywhere', keys: ['n'], effect: { press: 'add' } },
  { name: 'search', where: 'everywhere', keys: ['/', 's'], effect: { press: 'search' } },
  { name: 'help', where: 'everywhere', keys: ['?'], effect: { help: true } },
] as const satisfies readonly KeyBinding[]

/** @returns the bindings of a kind of page as JSON, by their keys */
export function keyMap(kind: 'lists' | 'reader'): string {
  const bindings = (KEYS as readonly KeyBinding[]).filter(({ where }) => where === 'everywhere' || where === kind)
  return JSON.stringify(Object.fromEntries(bindings.flatMap(({ keys, effect }) => keys.map((key) => [key, effect]))))
}
