export interface EntryProgressTable {
  user_id: number
  entry_id: number
  /** index of the block at the top of the screen, starting with 0 */
  block: number
  /** position in the whole text, from 0 to 1 */
  share: number
  /** the user's revision at the last change */
  revision: number
  updated_at: string
  /**
   * time at which the user last went back to start reading again (src/entries/changing/choose-reading-position.ts);
   * null if never
   */
  started_at: string | null
}
