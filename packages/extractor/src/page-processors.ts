import { baseAddress, makeAddressesAbsolute } from './dom/absolute-addresses.ts'
import { NAME_OTHER_PICTURES, NAME_TAKEN_PICTURES, SHOW_CAPTURED_PICTURES } from './captures/picture-steps.ts'
import { quoteCallouts } from './blocks/callouts.ts'
import { frameCaptionTables } from './blocks/tables-as-figures.ts'
import { blockUnmarkedCode } from './blocks/code/unmarked-code.ts'
import { boxCustomElements } from './blocks/roles/custom-boxes.ts'
import { giveRolesElements } from './blocks/roles/role-step.ts'
import { normaliseCode } from './blocks/code/code-blocks.ts'
import { contentFacts } from './clean/content-facts.ts'
import type { Draft, Processed, Processor } from './extraction-draft.ts'
import { contradictsScript, detectLanguage } from './metadata/detect-language.ts'
import { adBannersIn } from './clean/ad-banners.ts'
import { collapseWhiteSpace } from './clean/collapse-white-space.ts'
import { dropBlankSpace } from './clean/drop-blank-space.ts'
import { dropBuilderCodes, dropPageTools } from './clean/drop-page-tools.ts'
import { separateWords } from './clean/separate-words.ts'
import { mendOrphans } from './clean/mend-orphans.ts'
import { dropByline } from './clean/drop-byline.ts'
import { openQuotes } from './clean/quotes/quote-steps.ts'
import { hiddenByStyleSheet } from './hidden/hidden-by-style-sheet.ts'
import { responsiveCopies } from './hidden/responsive-copies.ts'
import { removeHiddenText } from './hidden/remove-hidden-text.ts'
import { slideCopies } from './hidden/slides.ts'
import { showLabels } from './hidden/labelled-elements.ts'
import { dropMarkedText } from './hidden/marked-text.ts'
import { consentBoxes } from './clean/consent-boxes.ts'
import { removeNonContent } from './dom/remove-non-content.ts'
import { dropRepeatedTitle } from './clean/drop-repeated-title.ts'
import { dropUnrelatedLines } from './clean/drop-unrelated-lines.ts'
import { labelComparedPictures } from './blocks/embeds/compared-pictures.ts'
import { linkEmbeds, unifyEmbeds } from './blocks/embeds/embeds.ts'
import { quoteStatedPosts } from './blocks/embeds/post-data.ts'
import { addContentPictures, addHeaderPicture } from './find/picture-steps.ts'
import { findArticle } from './find/find-article.ts'
import { findCards, linkCards, removeOtherCards } from './find/card-steps.ts'
import { nextArticles } from './find/next-articles.ts'
import { finishContent } from './clean/finish-content.ts'
import { linkPlaces, settlePlaces } from './blocks/page-places.ts'
import { linkFootnotes } from './blocks/link-footnotes.ts'
import { defaultModel } from './lines/default-model.ts'
import { classifyLines } from './lines/classify-lines.ts'
import { showCellIcons } from './blocks/cell-icons.ts'
import { addDiagramTexts } from './blocks/diagram-texts.ts'
import { showDrawingLabels } from './blocks/drawing-labels.ts'
import { dropHeadingPermalinks } from './blocks/heading-permalinks.ts'
import { unwrapTextBoxes } from './clean/unwrap-text-boxes.ts'
import { fillInLazyImages } from './blocks/lazy-images.ts'
import { leadPicture } from './metadata/lead-picture.ts'
import { openControls } from './blocks/controls/control-step.ts'
import { markCaptions } from './blocks/mark-captions.ts'
import { findFormulas } from './mathematics/find-formulas.ts'
import { insertFormulas } from './mathematics/insert-formulas.ts'
import { replaceNoscripts } from './dom/open-text-noscripts.ts'
import { collectMetadata } from './metadata/page-metadata.ts'
import {
  declaresArticle,
  declaresDiscussion,
  declaresProduct,
  isDiscussion,
  readMetadata,
} from './metadata/read-metadata.ts'
import { detachNode, elementsOf, findElement, textOf } from './dom/page-tree.ts'
import { formatPreservedText } from './blocks/code/preformatted-text.ts'
import { nameTabPanels } from './blocks/tab-panels.ts'
import { openShadowRoots } from './dom/shadow-roots.ts'
import { openSrcdocFrames } from './frames/srcdoc-frames.ts'
import { insertStreamedFragments } from './dom/streamed-fragments.ts'
import { minutesOf } from './structured-data/duration.ts'
import { addRecording } from './structured-data/page-recording.ts'
import { videoMarkup, hasOwnText, type PageVideo } from './structured-data/page-video.ts'
import { partLabels } from './structured-data/part-labels.ts'
import { addRecipe } from './structured-data/recipe.ts'
import { structuredDataParts } from './structured-data/article-parts.ts'
import { findThread, type ThreadSearch } from './discussions/find-thread.ts'
import { scriptDirection } from './metadata/script-direction.ts'
import { completeFootnotes } from './blocks/complete-footnotes.ts'
import { articleBody } from './find/json-ld-article-body.ts'
import { useStatedText, useStatedTextAfterAll } from './find/data-steps.ts'
import { summarise } from './metadata/summary.ts'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'caption', 'figcaption']

/** The steps from the tree of a page to an article, in order. After `sanitise`, no step changes the content. */
export const PAGE_PROCESSORS: readonly Processor[] = [
  { name: 'base', needs: ['base'], run: findBase },
  { name: 'shadow roots', needs: ['template'], run: openRoots },
  { name: 'frames with text', needs: ['iframe'], run: openFrames },
  { name: 'streamed', needs: ['template'], run: insertStreamed },
  { name: 'noscript', isCostly: true, needs: ['noscript', 'frameset'], run: openHiddenText },
  { name: 'metadata', run: collectPageMetadata },
  { name: 'embeds', isCostly: true, run: nameEmbeds },
  { name: 'mathematics', isCostly: true, run: replaceFormulas },
  NAME_TAKEN_PICTURES,
  { name: 'images', needs: ['img', 'picture', 'noscript', 'amp-img', 'amp-anim'], run: fillInImages },
  NAME_OTHER_PICTURES,
  { name: 'hidden text', run: removeHidden },
  { name: 'controls', needs: ['button', 'nav'], run: openControls },
  { name: 'roles', run: giveRolesElements },
  { name: 'footnotes', isCostly: true, needs: ['a', 'sup'], run: numberFootnotes },
  { name: 'addresses', run: resolveAddresses },
  { name: 'cards', needs: ['a'], run: findCards },
  { name: 'non-content', run: removeNonContentElements },
  { name: 'white space', run: formatByStyle },
  { name: 'code', isCostly: true, needs: ['pre', 'table'], run: cleanCode },
  { name: 'headings', needs: HEADINGS, run: cleanHeadings },
  { name: 'tools', needs: ['a', 'img'], run: removeTools },
  { name: 'tabs', isCostly: true, run: namePanels },
  { name: 'call-outs', isCostly: true, run: markCallOuts },
  { name: 'quotes', isCostly: true, run: openQuotes },
  { name: 'boxes', isCostly: true, run: openTextBoxes },
  { name: 'figures', isCostly: true, needs: ['table'], run: markFigures },
  { name: 'parts', run: composeParts },
  { name: 'next articles', needs: ['article'], isForSearch: true, run: removeNextArticles },
  { name: 'title', needs: ['h1'], isForSearch: true, run: removeTitle },
  { name: 'byline', isCostly: true, isForSearch: true, run: removeByline },
  {
    name: 'text',
    isForSearch: true,
    run: (draft) => findText(draft),
    runCheaply: findTextOnce,
  },
  { name: 'stated text', isForSearch: true, run: useStatedText },
  { name: 'captions', isCostly: true, isForSearch: true, run: nameCaptions },
  { name: 'unrelated lines', isForSearch: true, run: removeUnrelatedLines },
  { name: 'lines', isCostly: true, isForSearch: true, run: (draft) => classifyLines(draft, defaultModel()) },
  { name: 'other pages', isForSearch: true, run: removeOtherCards },
  { name: 'data', isForSearch: true, run: useStatedTextAfterAll },
  { name: 'pictures', needs: ['img'], isForSearch: true, run: addContentPictures },
  { name: 'lead picture', needs: ['img'], isForSearch: true, run: addHeaderPicture },
  { name: 'style rules', run: removeMarkedText },
  { name: 'stated parts', run: addParts },
  { name: 'frames', run: showFrames },
  { name: 'notes', run: addNotes },
  { name: 'card titles', run: linkCards },
  { name: 'formulas', run: showFormulas },
  SHOW_CAPTURED_PICTURES,
  { name: 'blank space', run: removeBlankSpace },
  { name: 'sanitise', run: sanitiseContent },
  { name: 'language', isCostly: true, run: determineLanguage },
  { name: 'picture', run: completePicture },
]

/** The steps for pages that took too long before: one attempt to find the text, and no costly steps. */
export const CHEAP_PROCESSORS: readonly Processor[] = PAGE_PROCESSORS.filter(({ isCostly }) => !isCostly).map(
  ({ runCheaply, ...processor }) => ({ ...processor, run: runCheaply ?? processor.run }),
)

function findBase(draft: Draft): Processed {
  const base = baseAddress(draft.page, draft.url)
  const note = base === draft.url ? 'the address of the page' : `declared: ${base}`
  return { draft: { ...draft, base }, note, keepsElements: true }
}

function openRoots(draft: Draft): Processed {
  const count = openShadowRoots(draft.page)
  return { draft, note: `${count} shadow roots opened`, hasNewNames: count > 0, keepsElements: count === 0 }
}

function openFrames(draft: Draft): Processed {
  const count = openSrcdocFrames(draft.page)
  return { draft, note: `${count} frames opened`, hasNewNames: count > 0, keepsElements: count === 0 }
}

function insertStreamed(draft: Draft): Processed {
  const count = insertStreamedFragments(draft.page)
  return { draft, note: `${count} streamed fragments inserted`, keepsElements: count === 0 }
}

function collectPageMetadata(draft: Draft): Processed {
  const facts = collectMetadata(draft.page, draft.elements)
  const metadata = readMetadata(facts, draft.url, draft.base)
  const found = Object.entries(metadata).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
  return {
    draft: {
      ...draft,
      metadata,
      bylineElements: facts.bylineElements,
      isArticle: declaresArticle(facts),
      isProduct: declaresProduct(facts),
      isDiscussion: isDiscussion(facts, draft.url),
      declaresDiscussion: declaresDiscussion(facts),
      statedBody: articleBody(facts.jsonLd),
      stated: structuredDataParts(facts, { ...draft, words: partLabels(metadata.language) }),
    },
    note: `found ${found.map(([name]) => name).join(', ') || 'nothing'}`,
    keepsElements: true,
  }
}

function openHiddenText(draft: Draft): Processed {
  const count = replaceNoscripts(draft.elements.all)
  const note = `${count} noscript elements with article text unwrapped`
  return { draft, note, hasNewNames: count > 0, keepsElements: count === 0 }
}

function nameEmbeds(draft: Draft): Processed {
  const posts = quoteStatedPosts(draft.elements)
  if (posts > 0) draft.elements.renew()
  const count = posts + unifyEmbeds(draft.elements) + labelComparedPictures(draft.elements)
  return { draft, note: `${count} embeds normalised`, hasNewNames: count > 0, keepsElements: count === 0 }
}

function replaceFormulas(draft: Draft): Processed {
  const formulas = findFormulas(draft.page, draft.elements)
  const labels = showDrawingLabels(draft.page, draft.elements)
  const icons = showCellIcons(draft.elements.all)
  const diagrams = addDiagramTexts(draft.elements)
  const count = labels + icons + diagrams
  const note = `${formulas.length} formulas found, ${count} drawings and icons replaced by their texts`
  return { draft: { ...draft, formulas }, note, hasNewNames: labels + diagrams > 0, keepsElements: count === 0 }
}

function numberFootnotes(draft: Draft): Processed {
  const footnotes = linkFootnotes(draft.page, draft.url, draft.elements)
  const places = settlePlaces(draft.elements, draft.url)
  const note = `${footnotes.length} footnotes linked with their references, ${places} other places to which links lead`
  return { draft: { ...draft, footnotes }, note, keepsElements: true }
}

function formatByStyle(draft: Draft): Processed {
  const count = blockUnmarkedCode(draft.elements) + formatPreservedText(draft.elements)
  const note = `${count} texts with preserved white space formatted`
  return { draft, note, hasNewNames: count > 0, keepsElements: count === 0 }
}

function cleanCode(draft: Draft): Processed {
  return { draft, note: `${normaliseCode(draft.page)} code blocks normalised` }
}

function cleanHeadings(draft: Draft): Processed {
  const count = dropHeadingPermalinks(draft.elements.all, draft.url)
  return { draft, note: `${count} permalinks removed from headings`, keepsElements: count === 0 }
}

function removeTools(draft: Draft): Processed {
  const tools = dropPageTools(draft.page, draft.elements)
  if (tools > 0) draft.elements.renew()
  const banners = adBannersIn(draft.elements, draft.url)
  detachNode(draft.page, new Set(banners))
  return {
    draft,
    note: `${tools} paragraph marks and links of figures removed, ${banners.length} banners and rows of logos`,
    keepsElements: banners.length === 0,
  }
}

function namePanels(draft: Draft): Processed {
  const count = nameTabPanels(draft.page, draft.elements)
  return { draft, note: `${count} hidden tab panels shown`, keepsElements: count === 0 }
}

function removeHidden(draft: Draft): Processed {
  const copies = new Set([...responsiveCopies(draft.elements), ...slideCopies(draft.elements)])
  detachNode(draft.page, copies)
  if (copies.size > 0) draft.elements.renew()
  const labels = showLabels(draft.elements.all)
  if (labels > 0) draft.elements.renew()
  const { removed, shown } = removeHiddenText(draft.page, hiddenByStyleSheet(draft.text, draft.elements))
  const note =
    `${removed} hidden elements removed, ${shown} shown, ${labels} labels of custom elements shown, ` +
    `${copies.size} copies of slides or for other widths removed`
  return { draft, note, hasNewNames: labels > 0 }
}

function markCallOuts(draft: Draft): Processed {
  const count = quoteCallouts(draft.elements)
  return { draft, note: `${count} callouts turned into quotations`, keepsElements: count === 0 }
}

function openTextBoxes(draft: Draft): Processed {
  return { draft, note: `${unwrapTextBoxes(draft.elements)} boxes in the text kept`, keepsElements: true }
}

function markFigures(draft: Draft): Processed {
  return { draft, note: `${frameCaptionTables(draft.page)} tables turned into figures` }
}

/** @returns the video that a page is about; undefined if the page has much other text */
function videoOf({ page, stated: { video } }: Draft): PageVideo | undefined {
  return video && !hasOwnText(page, video) ? video : undefined
}

function threadOf({ page, elements, metadata, isArticle, isDiscussion, declaresDiscussion }: Draft): ThreadSearch {
  const { language, title, summary } = metadata
  const facts = {
    language,
    stated: { title: title ?? '', description: summary ?? '' },
    isDiscussion,
    mayBeArticle: isArticle && !declaresDiscussion,
  }
  return findThread(page, facts, elements.all)
}

const NO_THREAD: ThreadSearch = { thread: undefined, refused: [] }

/** Composes the article from the parts of a discussion, a question with answers, or a video page. */
function composeParts(draft: Draft): Processed {
  const { language, siteName } = draft.metadata
  const video = videoOf(draft)
  const { thread, refused } = video ? NO_THREAD : threadOf(draft)
  const found = video ? videoMarkup(video, draft.url, siteName, partLabels(language)) : thread?.root
  if (found === undefined) {
    const refusal = refused.length > 0 ? `; refused, because most text would be lost: ${refused.join(', ')}` : ''
    return { draft, note: `not a discussion, a question or a video page${refusal}` }
  }
  makeAddressesAbsolute(elementsOf(found), draft.base)
  const note = thread ? `${thread.posts} posts of ${thread.name}` : 'a video'
  const { title, authors } = draft.metadata
  const stated = { title: video?.title ?? title, authors: thread?.author === undefined ? authors : [thread.author] }
  const metadata = { ...draft.metadata, ...stated }
  return { draft: { ...draft, metadata, found, isComposed: true, minutes: minutesOf(video?.length) }, note }
}

function removeMarkedText(draft: Draft): Processed {
  const count = draft.found === undefined ? 0 : dropMarkedText(draft.found)
  return { draft, note: `${count} elements removed that a style sheet of the page hides` }
}

function removeNextArticles(draft: Draft): Processed {
  const body = findElement(draft.page, ({ tagName }) => tagName === 'body')
  const next = body ? nextArticles(body, { title: draft.metadata.title, isArticle: draft.isArticle }) : []
  detachNode(draft.page, new Set(next))
  return { draft, note: `${next.length} articles after that of the page removed` }
}

function addParts(draft: Draft): Processed {
  const { found, stated, metadata } = draft
  if (found === undefined || draft.isComposed) return { draft, note: 'not needed' }
  const lists = stated.recipe ? addRecipe(found, stated.recipe, partLabels(metadata.language)) : 0
  const hasRecording = stated.recording !== undefined && addRecording(found, stated.recording, metadata.title)
  return { draft, note: `${lists} recipe lists and ${hasRecording ? 'a' : 'no'} recording added` }
}

function showFrames(draft: Draft): Processed {
  return { draft, note: `${draft.found ? linkEmbeds(draft.found) : 0} frames replaced by links` }
}

function addNotes(draft: Draft): Processed {
  if (draft.found === undefined) return { draft, note: 'nothing found' }
  const added = completeFootnotes(draft.found, draft.footnotes)
  const links = linkPlaces(draft.found, draft.url)
  return { draft, note: `${added} footnotes added at the end, ${links} links to places of the article` }
}

function showFormulas(draft: Draft): Processed {
  return { draft, note: `${draft.found ? insertFormulas(draft.found, draft.formulas) : 0} formulas shown as MathML` }
}

function removeBlankSpace(draft: Draft): Processed {
  if (draft.found === undefined) return { draft, note: 'nothing found' }
  boxCustomElements(elementsOf(draft.found))
  const spaces = separateWords(draft.found)
  const codes = dropBuilderCodes(draft.found, draft.text)
  mendOrphans(draft.found)
  const blank = dropBlankSpace(draft.found)
  // Sanitising reads and writes the text several times, so less white space saves time.
  collapseWhiteSpace(draft.found)
  return { draft, note: `${blank} blank elements and ${codes} codes removed, ${spaces} spaces between words added` }
}

function fillInImages(draft: Draft): Processed {
  const count = fillInLazyImages(draft.page, draft.base, draft.elements)
  return { draft, note: `${count} addresses of lazy-loaded images filled in`, keepsElements: true }
}

function resolveAddresses(draft: Draft): Processed {
  makeAddressesAbsolute(draft.elements.all, draft.base)
  return { draft, note: 'made absolute; only http and https kept', keepsElements: true }
}

function removeNonContentElements(draft: Draft): Processed {
  detachNode(draft.page, consentBoxes(draft.elements.all))
  removeNonContent(draft.page, draft.elements)
  return { draft, note: 'scripts, styles, comments and drawings removed' }
}

function removeTitle(draft: Draft): Processed {
  const titleHeadings = dropRepeatedTitle(draft.page, draft.metadata.title)
  return { draft: { ...draft, titleHeadings }, note: `${titleHeadings.size} headings that repeat the title emptied` }
}

function removeByline(draft: Draft): Processed {
  return { draft, note: `${dropByline(draft.page, draft.bylineElements)} lines with author and date removed` }
}

function findTextOnce(draft: Draft): Processed {
  return findText(draft, 1)
}

function findText(draft: Draft, attempts?: number): Processed {
  const found = findArticle(draft.page, draft.isArticle, attempts, draft.isDiscussion)
  if (found === undefined) return { draft, note: 'no text found' }
  const { root, measures, note } = found
  return { draft: { ...draft, found: root }, note: `${measures.text} characters, ${note}` }
}

function nameCaptions(draft: Draft): Processed {
  return { draft, note: `${draft.found ? markCaptions(draft.found) : 0} captions marked` }
}

function removeUnrelatedLines(draft: Draft): Processed {
  const { found, isArticle, metadata } = draft
  if (found === undefined) return { draft, note: 'nothing found' }
  const count = dropUnrelatedLines(found, isArticle, { authors: metadata.authors, url: draft.url })
  return { draft, note: `${count} labels, pointers, prompts and lists of links removed` }
}

function sanitiseContent(draft: Draft): Processed {
  if (draft.found === undefined) return { draft, note: 'nothing to sanitise' }
  const { html, tree, isCut } = finishContent(draft.found)
  const note = `${html.length} characters of HTML${isCut ? ', cut at 4 MB' : ''}`
  return { draft: { ...draft, content: html, contentTree: tree }, note }
}

/**
 * Determines the language. The declared language is used if it fits the letters of the text; otherwise, the language is
 * detected.
 */
function determineLanguage(draft: Draft): Processed {
  const { language: stated } = draft.metadata
  const text = draft.found ? textOf(draft.found, 5000) : ''
  if (stated !== undefined && !contradictsScript(stated, text)) return { draft, note: `declared: ${stated}` }
  const language = detectLanguage(text) ?? stated
  return {
    draft: { ...draft, metadata: { ...draft.metadata, language } },
    note: `detected: ${language ?? 'uncertain'}`,
  }
}

/**
 * Determines the preview picture. The page's picture for sharing takes precedence over the first picture of the article
 * (wallabag contract, section 4.4).
 */
function completePicture(draft: Draft): Processed {
  const { previewPicture: stated, summary, direction } = draft.metadata
  const facts = contentFacts(draft.contentTree)
  const previewPicture = leadPicture(stated, facts.pictures)
  const metadata = {
    ...draft.metadata,
    previewPicture,
    summary: summarise(summary, draft.contentTree),
    direction: direction ?? scriptDirection(draft.contentTree),
  }
  return { draft: { ...draft, metadata, facts }, note: previewPicture ?? 'none' }
}
