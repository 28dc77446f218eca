import { Download } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './ExportButton.module.css'

type ExportButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly ref?: Ref<HTMLButtonElement>
}

export function ExportButton(props: ExportButtonProps) {
  return (
    <button type="button" className={styles.button} {...props}>
      <Download aria-hidden="true" size={14} strokeWidth={1.75} />
      Export
    </button>
  )
}
