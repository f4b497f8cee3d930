import type { PageElement, PageParent } from '../dom/page-tree.ts'
import type { PageMetadata } from '../metadata/page-metadata.ts'
import { findRecording, type Recording } from './page-recording.ts'
import type { PageVideo } from './page-video.ts'
import { findPageVideo } from './find-page-video.ts'
import type { PartLabels } from './part-labels.ts'
import { findRecipe, type Recipe } from './recipe.ts'
import { statedAnswers } from '../discussions/json-ld-answers.ts'

/** Parts of an article in the structured data of a page. Its visible text may lack them. */
export interface StructuredDataParts {
  readonly recipe?: Recipe | undefined
  readonly recording?: Recording | undefined
  readonly video?: PageVideo | undefined
  /** A question with its answers, as an article. */
  readonly answers?: PageElement | undefined
}

interface StatingPage {
  readonly page: PageParent
  /** source of the page */
  readonly text: string
  /** base for relative addresses */
  readonly base: string
  /** words in the language of the page */
  readonly words: PartLabels
}

/** @returns the parts of the article that are in a page's metadata, scripts and microdata */
export function structuredDataParts(
  facts: PageMetadata,
  { page, text, base, words }: StatingPage,
): StructuredDataParts {
  return {
    recipe: findRecipe(facts, page),
    recording: findRecording(facts, base),
    video: findPageVideo(facts, text, base),
    answers: statedAnswers(facts.jsonLd, words),
  }
}
