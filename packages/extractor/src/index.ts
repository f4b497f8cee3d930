/**
 * The public interface: a page's bytes and address in, article out.
 *
 * `@dogear/extractor/content` reads the HTML of an article, `@dogear/extractor/service` has what a service needs around
 * an extraction without loading the extractor itself.
 */
export { cleanContent } from './clean-content.ts'
export type { Effort } from './draft.ts'
export { extract, findInCapture } from './extract.ts'
export { EXTRACTOR_VERSION } from './extraction.ts'
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
export { toMarkdown } from './markdown/to-markdown.ts'
export { TooLargeError } from './too-large.ts'
