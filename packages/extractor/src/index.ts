/**
 * The public interface: extracts an article from the bytes and the address of a page. `@dogear/extractor/content`
 * exports functions for the HTML of an article. `@dogear/extractor/service` exports functions for services, without
 * loading the extractor.
 */
export { cleanContent } from './clean-content.ts'
export type { Effort } from './extraction-draft.ts'
export { extract, findInCapture } from './extract.ts'
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
export { toMarkdown } from './markdown/to-markdown.ts'
export { TooLargeError } from './too-large.ts'
