import { readFileSync } from 'node:fs'

/** A rule of the extraction, and the change of the source that removes it. */
export interface Rule {
  readonly name: string
  /** Path relative to the folder of the package. */
  readonly file: string
  /** Text that is replaced by `replacement`. It occurs exactly once in the file. */
  readonly text: string
  readonly replacement: string
}

const STEPS = 'src/page-processors.ts'
const STEP_LINES = readFileSync(new URL(`../${STEPS}`, import.meta.url), 'utf8').split('\n')

/**
 * @returns a rule whose removal leaves out a whole step of the extraction. `RULES` contains no rules for the steps that
 * read metadata, sanitise, or find the text: without these steps, the extraction cannot run.
 */
function step(name: string): Rule {
  const line = STEP_LINES.find((text) => text.startsWith(`  { name: '${name}',`)) ?? ''
  return { name: `step ${name}`, file: STEPS, text: `${line}\n`, replacement: '' }
}

function rulesOf(file: string, rules: Readonly<Record<string, readonly [text: string, replacement: string]>>): Rule[] {
  return Object.entries(rules).map(([name, [text, replacement]]) => ({ name, file: `src/${file}`, text, replacement }))
}

export const RULES: readonly Rule[] = [
  step('shadow roots'),
  step('streamed'),
  step('noscript'),
  step('mathematics'),
  step('images'),
  step('footnotes'),
  step('controls'),
  step('tools'),
  step('pictures'),
  step('lead picture'),
  step('code'),
  step('headings'),
  step('tabs'),
  step('call-outs'),
  step('quotes'),
  step('boxes'),
  step('next articles'),
  step('figures'),
  step('title'),
  step('byline'),
  step('stated text'),
  step('captions'),
  step('unrelated lines'),
  step('lines'),
  step('parts'),
  step('stated parts'),
  ...rulesOf('dom/remove-non-content.ts', {
    'consent boxes': ['...knownConsentBoxes(elements), ', ''],
  }),
  step('hidden text'),
  ...rulesOf('hidden/folded-text.ts', {
    'hidden text: folded text stays': [
      'return folding !== undefined && (isFoldedText(measure())',
      'return folding !== undefined && folding.control?.tagName === "none" && (isFoldedText(measure())',
    ],
  }),
  ...rulesOf('find/find-clutter.ts', {
    'clutter: tags': ["new Set('nav footer aside dialog menu'.split(' '))", 'new Set<string>()'],
    'clutter: names': ['if (!named || !isNamedClutter', 'if (!named || true || !isNamedClutter'],
    'clutter: unlikely names': ['    rules.unlikely &&\n', '    false && rules.unlikely &&\n'],
    'clutter: posts stay': ['|| isEmbed(element, inside) ||', '||'],
    'clutter: tables and code stay': ['isInTableOrCode(element) || isTextBetweenTexts', 'isTextBetweenTexts'],
  }),
  ...rulesOf('find/score-candidates.ts', {
    'score: names': ['(useNames ? nameWeight(element) : 0)', '0'],
    'score: tags': ['(TAG_SCORES[element.tagName] ?? 0) +', '0 +'],
    'score: loose text': ['  givePoints(element, loose.text, loose.commas, points)\n', ''],
  }),
  ...rulesOf('find/choose-container.ts', {
    'choice: shared ancestor': ['const shared = sharedAncestor(', 'const shared = undefined && sharedAncestor('],
    'choice: climb': [
      '  let top = from\n  let last = scores',
      '  if (body) return onlyChildUp(from, measures)\n  let top = from\n  let last = scores',
    ],
    'choice: only child': ['return onlyChildUp(top, measures)', 'return top'],
  }),
  ...rulesOf('find/find-article.ts', {
    'find: further attempts': ['ATTEMPTS.slice(0, attempts)', 'ATTEMPTS.slice(0, attempts && 1)'],
    'tidy: all': [
      'rules.tidy ? tidyArticle(root, measures) : measureCopies(root, measures).get(root)!',
      '(tidyArticle, measureCopies(root, measures).get(root)!)',
    ],
    'find: siblings': ['const parts = joinSiblings(top, scores, measures)', 'const parts = [top]'],
    'find: wider part': ['const wide = widerContainer(', 'const wide = undefined && widerContainer('],
  }),
  ...rulesOf('find/join-siblings.ts', {
    'find: first paragraphs': ['index < place && isLead(', '(false as boolean) && isLead('],
  }),
  ...rulesOf('find/wider-container.ts', {
    'wider part: main': [
      'if (main !== undefined && isElement(main)',
      'if (false as boolean && main !== undefined && isElement(main)',
    ],
  }),
  ...rulesOf('find/tidy-article.ts', {
    'tidy: fixtures': [
      'filter((element) => isFixture(element, measures))',
      'filter((element) => false && isFixture(element, measures))',
    ],
    'tidy: embedded posts stay': [' || isEmbeddedPost(element, measures) ||', ' ||'],
    'tidy: parts of items stay': ['|| isPartOfItem(element, measures))', '|| false)'],
    'tidy: groups of pictures stay': ['if (isPictureGroup(element, inside) || ', 'if ('],
    'tidy: numbered headings stay': [' || isHeadingBox(element, measures)) return false', ') return false'],
    'tidy: names': ['if (weight < 0 && inside.long < 400', 'if (false && weight < 0 && inside.long < 400'],
    'tidy: bare parts stay': [' && !isContentDespiteName(element, inside, measures)) return true', ') return true'],
    'tidy: proportions': [
      'if (hasWrongProportions(element, inside, isList))',
      'if (false && hasWrongProportions(element, inside, isList))',
    ],
    'tidy: links': [
      'return hasTooManyLinks(inside, weight, isList) && ',
      'return false && hasTooManyLinks(inside, weight, isList) && ',
    ],
    'tidy: lists between paragraphs stay': [' || isBetweenProse(element, measures)', ''],
    'tidy: lists with plain items stay': [
      'return hasPlainItems(element, inside) || hasPlainCells',
      'return hasPlainCells',
    ],
    'tidy: tables with plain cells stay': ["  if (table.tagName !== 'table' || inputs", '  if (table || inputs'],
    'tidy: heads of rows stay': [' || isHeadOfRow(element, measures)', ''],
    'tidy: layout tables': [
      'function layFlat(table: PageElement, measures: MeasuresOf): void {\n',
      'function layFlat(table: PageElement, measures: MeasuresOf): void {\n  if (table) return\n',
    ],
  }),
  ...rulesOf('clean/drop-unrelated-lines.ts', {
    'unrelated lines: labels': ['  if (isLabel(text)) return isText || !isItem\n', ''],
    'unrelated lines: pointers': ['  if (density > MOSTLY_LINKED && pointsElsewhere(text)) return !isOwn(true)\n', ''],
    'unrelated lines: lone links': [' || (isLoneLink(inside) && !isOwn(false)))', ')'],
    'unrelated lines: own pointers stay': ['return !isOwn(true)', 'return true'],
    'unrelated lines: own links stay': [' && !isOwn(false)', ''],
    'unrelated lines: links of sections stay': ['...sectionLinks(shown), ', ''],
    'unrelated lines: reading lists stay': ['...linksBelow(shown, sources), ...referredLinks(shown, url)', ''],
    'unrelated lines: page lines': ['(isPageLine(text, position) || ', '('],
    'unrelated lines: tail': ['...tailOf(lines, headings), ', ''],
    'unrelated lines: repeated lines': ['...repeated, ', ''],
    'unrelated lines: refrains stay': [
      'repeated.filter((line) => !isRefrain(line, firsts.get(line.text)))',
      'repeated',
    ],
    'unrelated lines: authors': ['...bios]', ']'],
    'unrelated lines: prose counts as article': ['isDeclared || isProse(measures.get(root)!)', 'isDeclared'],
  }),
  ...rulesOf('lines/classify-lines.ts', {
    'lines: nothing above the title': ['index >= start && isOther[index] === 0', 'isOther[index] === 0'],
    'lines: dialogs and other pages': ['index >= start && isOther[index] === 0', 'index >= start'],
    'lines: complete headings': ['  completeHeadings(page, keep, isSelected)\n', ''],
    'lines: text below the title': ['start > 0 && isBetweenTitleAndText(context, index)', 'false'],
    'lines: captions, code, tables stay': [
      '    if (isSelected(index) && isProtected(page.lines[index]!)) return true\n',
      '',
    ],
    'lines: pages without text': [
      'if (kept < MIN_THRESHOLD && mayBeEmpty(page.lines, context) && !isShortText(page, selection))',
      'if (false as boolean)',
    ],
    'lines: reviews': ['  if (isProduct) dropReviews(page, all)\n', ''],
    'lines: a text is not halved': ['const isRefused = losesText(', 'const isRefused = false && losesText('],
    'lines: reading lists': ['  keepReadingLists(page, keep, selection)\n', ''],
    'lines: short texts are whole': [
      '  if (!isProduct)\n    keepShortText(',
      '  if (false as boolean)\n    keepShortText(',
    ],
    'lines: groups': ['  judgeGroups(page, keep, {', '  if (false as boolean) judgeGroups(page, keep, {'],
  }),
  ...rulesOf('lines/drop-repeated-lines.ts', {
    'lines: copies': ['if (run.length >= MIN_LENGTH && ', 'if ((false as boolean) && '],
    'lines: facts that cards share': [' && !areFacts(run.copies)', ''],
    'lines: copies below another heading stay': [' || heading === original.heading', ' || true'],
  }),
  ...rulesOf('lines/drop-reviews.ts', {
    'lines: other products': [' related recommendations recommended similar', ''],
  }),
  ...rulesOf('lines/line-features.ts', {
    'lines: far lines of articles': ['context.isArticle && scene.keptBefore', 'false && scene.keptBefore'],
  }),
  ...rulesOf('lines/thresholds.ts', {
    'lines: articles gain less': ['isArticle ? half + UNSELECTED_PENALTY : half', 'half'],
    'lines: threshold by page': [
      'const half = greatestF1(lines, probabilities) / 2',
      'const half = greatestF1(lines, probabilities) * 0 + 0.42',
    ],
  }),
  ...rulesOf('metadata/read-metadata.ts', {
    'author: none of products': ['declaresProduct(facts) || isOverview', 'isOverview'],
    'author: none of overviews': ['|| isOverview(facts, url)\n', '\n'],
  }),
  ...rulesOf('metadata/read-authors.ts', {
    'author: shown first': ['[shownFirst(facts, stated), ...stated', '[...stated'],
    'author: full name before user name': ['if (first.every(isUserName))', 'if (false && first.every(isUserName))'],
    'author: longer list': [
      'return longer ?? fullForm(first, people) ?? first',
      'return fullForm(first, people) ?? first',
    ],
    'author: person before organisation': ['if (named !== undefined) return named', 'if (false) return named'],
    'author: full form of a first name': ['longer ?? fullForm(first, people) ??', 'longer ??'],
    'author: names beside dates': ['facts.headingBylines.slice(0, 1)', '[]'],
    'author: label of cards': ['    authorOfCard(facts),\n', ''],
    'author: lines without mark': ['[...facts.bylines, ...facts.unmarkedBylines]', '[...facts.bylines]'],
  }),
  ...rulesOf('metadata/marked-byline.ts', {
    'author: none of reviews': ['!isInReview(element, around)', 'true'],
  }),
  ...rulesOf('metadata/author-names.ts', {
    'author: remarks': ['!NO_NAME.test(name.toLowerCase()) && ', ''],
    'author: roles': ['return !ROLE.test(name) && ', 'return '],
    'author: credentials': ['.reduce(withCredentials, [])', ''],
    'author: roles after full names': ["    .replace(TEXT_AFTER_FULL_NAME, '$1')\n", ''],
    'author: names before dates': [
      'beforeDate((afterDate ?? bare).split(SEPARATORS))',
      '(afterDate ?? bare).split(SEPARATORS)',
    ],
  }),
  ...rulesOf('metadata/page-title.ts', {
    'title: not the site': ['cleaned.find((one) => !isOfSite(one, sources)) ?? cleaned[0]', 'cleaned[0]'],
    'title: confirmed heading': ['confirmedHeading(headings, stated) ??', ''],
    'title: lone heading': ['    loneHeading({ ...sources, headings }, title)', '    undefined'],
    'title: address decides': ['if (lead > MIN_HEADING_LEAD || lead < -MIN_TITLE_LEAD)', 'if (false)'],
    'title: remark': ['(title && withoutRemark(title, sources))', 'title'],
    'title: part with the name of the site': [' || containsSite(last, url)) {', ') {'],
  }),
  ...rulesOf('metadata/heading-text.ts', {
    'title: controls': [
      'elements.filter((element) => isControl(element) || isPermalink(element))',
      '[] as PageElement[]',
    ],
    'title: decoration': ['elements.filter(isDecoration)', '[] as PageElement[]'],
    'title: permalinks': ["?.replace(PERMALINK_SYMBOL, '')", ''],
  }),
  ...rulesOf('metadata/page-metadata.ts', {
    'author: starter of a thread': [
      'const starters = threadStarters(texts, elements)',
      'const starters: string[] = []',
    ],
    'author: links to authors': [`, ...authorLinks(named('a')).slice(0, 1)]`, ']'],
  }),
  ...rulesOf('metadata/read-date.ts', {
    'date: shown first': [
      'if (shown !== undefined && isShownDateBetter(',
      'if (false && shown !== undefined && isShownDateBetter(',
    ],
    'date: in discussions stated first': [
      'if (isDiscussion && stated !== undefined)',
      'if (false && isDiscussion && stated !== undefined)',
    ],
    'date: in the address': ['dateInAddress(url))', 'undefined)'],
    'date: unmarked': ['...changed, ...unmarkedDates, ', '...changed, '],
    'date: of a change': [', ...modificationTexts(facts, written)]', ']'],
  }),
  ...rulesOf('metadata/shown-date.ts', {
    'date: labelled anywhere': ['return found.length > 0 ? found : labelledDates(texts)', 'return found'],
    'date: above the heading': ['lines.push(...above.map(', 'if (false) lines.push(...above.map('],
  }),
]
