import type { PALETTE_COMMANDS } from '../shortcuts/key-bindings.ts'

/**
 * A shortcut that the command palette offers under "Commands": it opens no list, and does more than moving the focus. Deleting a
 * highlight is left out, because it needs the focus on the highlight.
 */
export type PaletteCommand = Exclude<
  Extract<
    (typeof PALETTE_COMMANDS)[number],
    { readonly effect: { readonly press: string } | { readonly select: string } | { readonly help: true } }
  >,
  { readonly name: 'deleteHighlight' }
>

/** The icon of each command. It is the one of the button that does the same, if there is one. */
export const COMMAND_ICONS: Readonly<Record<PaletteCommand['name'], string>> = {
  open: 'book-open',
  select: 'check',
  selectRange: 'list-checks',
  selectAll: 'list-checks',
  original: 'external-link',
  archive: 'archive',
  star: 'star',
  tags: 'tag',
  collect: 'folder-plus',
  delete: 'trash-2',
  undo: 'rotate-ccw-clock',
  highlight: 'highlighter',
  note: 'message-square-plus',
  pageNote: 'file-text',
  nextEntry: 'arrow-right',
  previousEntry: 'arrow-left',
  listen: 'headphones',
  smaller: 'a-arrow-down',
  larger: 'a-arrow-up',
  narrower: 'chevrons-right-left',
  wider: 'chevrons-left-right',
  theme: 'palette',
  info: 'info',
  back: 'arrow-left',
  keep: 'check',
  later: 'timer',
  forget: 'x',
  reviewNote: 'pencil',
  add: 'bookmark-plus',
  search: 'search',
  help: 'keyboard',
}
