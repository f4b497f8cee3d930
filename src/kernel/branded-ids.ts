declare const brand: unique symbol

/**
 * A value with a type of its own, so that ids of different kinds cannot be confused. The type exists only at compile
 * time.
 */
type Brand<T, Name extends string> = T & { readonly [brand]: Name }

export type UserId = Brand<number, 'UserId'>
export type EntryId = Brand<number, 'EntryId'>
export type TagId = Brand<number, 'TagId'>
export type AnnotationId = Brand<number, 'AnnotationId'>
export type CollectionId = Brand<number, 'CollectionId'>
export type ClientId = Brand<number, 'ClientId'>
export type AppId = Brand<number, 'AppId'>
