/**
 * Functions that a service needs before and after an extraction. All modules are small, so they can be loaded in the
 * main thread. Run the extraction itself in a worker thread.
 */
export { declaredCharset, markedCharset } from './bytes/declared-charset.ts'
export { sniffType } from './bytes/sniff-type.ts'
export { savedPageKind } from './captures/saved-page.ts'
export { shortenData } from './captures/shorten-data.ts'
export { documentKind } from './documents/document-kind.ts'
export type { DocumentKind } from './documents/document-kind.ts'
export { unpackedSize } from './documents/zip-members.ts'
export type { Effort } from './extraction-draft.ts'
export { EXTRACTOR_VERSION } from './extraction.ts'
export type { EmbeddedPicture } from './pictures/embedded-pictures.ts'
export type {
  Article,
  Capture,
  CleanedContent,
  Extraction,
  GivenContent,
  ReadableExtraction,
  Step,
  UnreadableExtraction,
  UnreadableReason,
} from './extraction.ts'
export { siteOf } from './paging/site-of.ts'
export { parseSiteRules } from './site-rules/parse-site-rules.ts'
export type { SignInField, SignInRules, SourcedRules } from './site-rules/site-rules.ts'
export { unreadable } from './unreadable-extraction.ts'
