/** The names of all steps in order, so that a start can see that there is nothing to do without loading them. */
export const STEP_NAMES: readonly string[] = [
  '0001-accounts',
  '0002-entries',
  '0003-jobs',
  '0004-throttle',
  '0005-user-config',
  '0006-images',
  '0007-site-rules',
  '0008-search',
  '0009-imports',
  '0010-rules',
  '0011-more-rules',
  '0012-site-credentials',
  '0013-second-factor',
  '0014-progress',
  '0015-lists',
  '0016-language',
]
