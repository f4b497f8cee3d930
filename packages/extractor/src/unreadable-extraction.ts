import type { Article, Step, UnreadableExtraction, UnreadableReason } from './extraction.ts'

const REASON_MESSAGES: Readonly<Record<UnreadableReason, string>> = {
  http_error: 'The site answered with an error instead of the page.',
  unsupported_type: 'The address leads to a kind of file that cannot be shown as text.',
  encrypted: 'The file is locked with a password.',
  broken_file: 'The file is damaged and could not be opened.',
  no_readable_text: 'No readable text was found on the page.',
  timed_out: 'Reading the page took too long and was stopped.',
  too_large: 'The page is too large to be read.',
  crashed: 'Reading the page failed because of an unexpected fault.',
}

/**
 * @param reason the reason why there is no article
 * @param steps earlier steps, for the extraction log
 * @param metadata metadata that could be read
 * @returns the outcome, with a message for the user
 */
export function unreadable(
  reason: UnreadableReason,
  steps: readonly Step[],
  metadata: Partial<Article> = {},
): UnreadableExtraction {
  return { kind: 'unreadable', reason, message: REASON_MESSAGES[reason], metadata, steps }
}
