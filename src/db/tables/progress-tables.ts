export interface EntryProgressTable {
  user_id: number
  entry_id: number
  /** number of the block that was on top of the window, from 0 */
  block: number
  /** of the whole text, 0 to 1 */
  share: number
  /** number of the owner's change that set it */
  revision: number
  updated_at: string
}
