const PLACEHOLDER_ADDRESS =
  /(?:^|[/_.-])(?:blank|placeholder|spacer|lazy|lqip|loading|transparent|pixel|1x1|grey|gray)[^/]{0,40}$/i

/** Attributes with which pages hide an image until their script has loaded it. */
export const HIDING_ATTRIBUTES: ReadonlySet<string> = new Set(['style', 'hidden', 'aria-hidden'])

/** @returns whether the address of an image is missing, or only stands for the one that a script fills in */
export function isPlaceholder(source: string | undefined): boolean {
  if (source === undefined || source.trim() === '' || /^(?:data|about):/i.test(source)) return true
  return PLACEHOLDER_ADDRESS.test(source.slice(-200).split('?')[0] ?? '')
}
