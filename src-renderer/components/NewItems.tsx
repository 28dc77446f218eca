import { ArrowUp } from 'lucide-react'
import styles from './NewItems.module.css'

type NewItemsProps = { readonly count: number; readonly what: string; readonly onShow: () => void }

/**
 * A button with the number of items ("12 new blocks") that a list in use does not show yet. It is in the
 * heading, so that no row moves.
 */
export function NewItems({ count, what, onShow }: NewItemsProps) {
  if (count <= 0) return null
  return (
    <button type="button" className={styles.new} onClick={onShow}>
      <ArrowUp aria-hidden="true" size={14} strokeWidth={1.75} />
      {count} new {count === 1 ? what : `${what}s`}
    </button>
  )
}
