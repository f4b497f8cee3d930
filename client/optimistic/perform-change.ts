import { showToast } from '../show-toast.ts'
import type { ShownChange } from './card-change.ts'
import { keepPending } from './pending-changes.ts'
import { sendChange } from './send-change.ts'
import { undoButton } from './undo-last.ts'

/** A change of one or more entries of a list, and the form that sends it. */
interface ListChange {
  readonly cards: readonly HTMLElement[]
  /** shows the change on a card */
  readonly show: (card: HTMLElement) => ShownChange
  /** address that the form is sent to */
  readonly path: string
  readonly fields: URLSearchParams
  /** message for the user about the change; absent if only the server can word it */
  readonly done?: string | undefined
  /** message for the user if the server cannot be reached */
  readonly failed: string
}

/** Shows a change of cards at once, and sends it to the server. */
export function performChange({ cards, show, path, fields, done, failed }: ListChange): void {
  const shown = cards.map(show)
  const moves = shown.flatMap(({ move }) => move ?? [])
  const counting = import('./count-changes.ts').then(({ changeCounts }) => changeCounts(moves)).catch(() => undefined)
  const pending = cards.map(({ id }, index) => keepPending(id, shown[index]!.apply))
  sendChange({
    key: cards.length === 1 ? (cards[0]?.id ?? '') : 'bulk',
    path,
    fields,
    takeBack: () => {
      for (const one of pending) one.cancel()
      for (const one of shown.toReversed()) one.takeBack()
      void counting.then((restore) => restore?.())
    },
    settle: () => {
      for (const one of pending) one.settle()
    },
    targets: cards.map(({ id }) => id),
    done,
    failed,
  })
  if (done !== undefined) showToast(done, undoButton())
}
