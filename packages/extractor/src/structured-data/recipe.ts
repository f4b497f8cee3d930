import { cleanText } from '../dom/clean-text.ts'
import {
  attributeOf,
  elementsOf,
  findElements,
  textOf,
  visibleTextOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { findOfType, property, textsOf, type JsonObject } from '../metadata/json-ld.ts'
import type { PageMetadata } from '../metadata/page-metadata.ts'
import { textElement, textList } from './part-markup.ts'
import type { PartLabels } from './part-labels.ts'

/** The steps of a recipe or of one of its sections. */
interface RecipeSection {
  readonly title: string | undefined
  readonly steps: readonly string[]
}

export interface Recipe {
  readonly ingredients: readonly string[]
  readonly sections: readonly RecipeSection[]
}

const MAX_ITEMS = 200
const MAX_LENGTH = 3000
/**
 * A list is added if the article lacks more than this share of its lines. Otherwise, the article already contains the
 * list.
 */
const MIN_MISSING_SHARE = 0.5

/**
 * @param facts metadata collected from a page
 * @param page its tree, which is read if the recipe is in microdata
 * @returns the recipe in the structured data of the page; undefined if it has no ingredients and no steps
 */
export function findRecipe({ jsonLd, itemTypes }: PageMetadata, page: PageParent): Recipe | undefined {
  const stated = findOfType(jsonLd, /^(?:https?:\/\/schema\.org\/)?Recipe$/)
  if (stated === undefined && !itemTypes.has('Recipe')) return undefined
  const recipe = stated ? readRecipe(stated) : readMicrodata(page)
  return recipe.ingredients.length + recipe.sections.length > 0 ? recipe : undefined
}

function readRecipe(recipe: JsonObject): Recipe {
  const ingredients = property(recipe, 'recipeIngredient') ?? property(recipe, 'ingredients')
  return { ingredients: cleanLines(linesOf(ingredients)), sections: sectionsOf(property(recipe, 'recipeInstructions')) }
}

/** @returns the texts of a list; for a single text, its lines */
function linesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return htmlLines(value)
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS).filter((one) => typeof one === 'string') : []
}

function htmlLines(text: string): readonly string[] {
  const broken = text.slice(0, 50_000).replaceAll(/<(?:br|\/p|\/li|\/div|\/h\d)\b[^<>]*>/gi, '\n')
  return textOf(parseHtmlFragment(broken)).split(/\n+/)
}

function cleanLines(lines: readonly string[]): readonly string[] {
  const clean = lines.slice(0, MAX_ITEMS).flatMap((line) => {
    const text = /[<&]/.test(line) ? textOf(parseHtmlFragment(line.slice(0, MAX_LENGTH))) : line
    return cleanText(text, MAX_LENGTH) ?? []
  })
  return clean.filter((line) => line !== '')
}

/** Reads instructions: a text, several texts, steps, or sections with steps (schema.org, HowToSection). */
function sectionsOf(value: unknown): readonly RecipeSection[] {
  const parts = (Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [value]) as readonly unknown[]
  const sections: { title: string | undefined; steps: string[] }[] = []
  for (const part of parts) {
    if (isSection(part)) {
      const steps = [property(part, 'itemListElement')].flat(1).slice(0, MAX_ITEMS).flatMap(stepTexts)
      sections.push({ title: textsOf(property(part, 'name'))[0], steps })
      continue
    }
    const last = sections.at(-1)
    if (last?.title === undefined && last) last.steps.push(...stepTexts(part))
    else sections.push({ title: undefined, steps: [...stepTexts(part)] })
  }
  const clean = sections.map(({ title, steps }) => ({
    title: cleanText(title, 200),
    steps: cleanLines(steps).map(withoutNumber),
  }))
  return clean.filter(({ steps }) => steps.length > 0)
}

/** Removes the number before a step, because the list shows numbers. */
function withoutNumber(step: string, index: number): string {
  const [, number, text] = /^(?:step )?(\d{1,2})[.):]?\s+(\D.*)$/i.exec(step) ?? []
  return Number(number) === index + 1 ? text! : step
}

function isSection(part: unknown): part is JsonObject {
  return typeof part === 'object' && part !== null && Object.hasOwn(part, 'itemListElement')
}

function stepTexts(step: unknown): readonly string[] {
  if (typeof step === 'string') return htmlLines(step)
  return textsOf(step, ['text', 'description', 'name']).slice(0, 1)
}

function readMicrodata(page: PageParent): Recipe {
  const marked = elementsOf(page).flatMap((element) => {
    const name = attributeOf(element, 'itemprop')
    return name === undefined ? [] : [{ name, element }]
  })
  const textsAt = (names: RegExp): readonly PageElement[] =>
    marked.filter(({ name }) => names.test(name.slice(0, 100))).map(({ element }) => element)
  const steps = textsAt(/^recipeInstructions$/).flatMap(stepsIn)
  return {
    ingredients: cleanLines(textsAt(/^(?:recipeIngredient|ingredients)$/).map(visibleTextOf)),
    sections: steps.length === 0 ? [] : [{ title: undefined, steps: cleanLines(steps).map(withoutNumber) }],
  }
}

function stepsIn(element: PageElement): readonly string[] {
  const items = findElements(element, ({ tagName }) => tagName === 'li' || tagName === 'p')
  return items.length === 0 ? [visibleTextOf(element)] : items.map(visibleTextOf)
}

/**
 * Adds the lists of a recipe that the text lacks.
 *
 * @param root the article, changed in place
 * @returns the number of added lists
 */
export function addRecipe(root: PageElement, { ingredients, sections }: Recipe, words: PartLabels): number {
  const text = comparable(textOf(root, Infinity))
  const parts: PageElement[] = []
  if (isMissing(ingredients, text)) parts.push(textElement('h2', words.ingredients), textList('ul', ingredients))
  const lists = parts.length / 2
  const steps = sections.flatMap((section) => section.steps)
  const adds = isMissing(steps, text)
  if (adds) parts.push(textElement('h2', words.steps), ...sections.flatMap(sectionMarkup))
  for (const part of parts) part.parentNode = root
  root.childNodes.push(...parts)
  return lists + (adds ? sections.length : 0)
}

function sectionMarkup({ title, steps }: RecipeSection): readonly PageElement[] {
  return [...(title === undefined ? [] : [textElement('h3', title)]), textList('ol', steps)]
}

function isMissing(lines: readonly string[], text: string): boolean {
  const missing = lines.filter((line) => !text.includes(comparable(line).slice(0, 60)))
  return lines.length > 0 && missing.length > lines.length * MIN_MISSING_SHARE
}

/**
 * @returns the letters and digits of a text. Everything else is removed, because text and data of a page differ in
 * fractions, dashes and spaces.
 */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
