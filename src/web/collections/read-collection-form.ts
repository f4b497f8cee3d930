import {
  NEW_COLLECTION,
  COLLECTION_ICONS,
  COLLECTION_LAYOUTS,
  COLLECTION_SORTS,
  MAX_COLLECTIONS,
  type CollectionProperties,
} from '../../collections/collection.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import type { Localization } from '../layout/localization.ts'
import { formText } from '../web-context.ts'
import type { CollectionFormView } from './collection-form.page.ts'

/** @returns the fields of a collection's form. The name and the query are not validated yet. */
export function collectionFields(fields: FormFields): CollectionProperties & { readonly isPublic: boolean } {
  const text = (name: string) => formText(fields, name)
  return {
    name: text('name').trim(),
    query: text('query').trim(),
    icon: COLLECTION_ICONS.find((one) => one === text('icon')) ?? NEW_COLLECTION.icon,
    sort: COLLECTION_SORTS.find((one) => one === text('sort')) ?? NEW_COLLECTION.sort,
    layout: COLLECTION_LAYOUTS.find((one) => one === text('layout')),
    isPinned: text('pinned') === '1',
    isPublic: text('public') === '1',
    isIndexable: text('indexable') === '1',
    description: text('description'),
    curator: text('curator'),
  }
}

/**
 * @returns an error message for each invalid field
 * @throws the given error, if no field of the form caused it
 */
export function collectionErrors(error: unknown, { t }: Localization): CollectionFormView['errors'] {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
  const { field, isUsed, isFull } = error.details
  if (field === 'query') return { query: t('collections.errors.query') }
  if (field === 'description' || field === 'curator') return { [field]: t('collections.errors.long') }
  if (isFull === true) return { name: t('collections.errors.tooMany', { count: MAX_COLLECTIONS }) }
  return { name: t(isUsed === true ? 'collections.errors.used' : 'collections.errors.name') }
}
