import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'
import styles from './DescriptionList.module.css'

export type DescriptionItem = {
  readonly name: string
  readonly value: ReactNode
  /** Tooltip that explains the name. */
  readonly hint?: string
  /** Takes the whole row, for a long value that is shown in full. */
  readonly wide?: boolean
}

type DescriptionListProps = {
  readonly items: readonly (DescriptionItem | false | undefined)[]
  /** One below the other, in a narrow panel. */
  readonly stacked?: boolean
}

/** Names and values of an object in a grid of columns. */
export function DescriptionList({ items, stacked = false }: DescriptionListProps) {
  return (
    <dl className={classNames(styles.list, stacked && styles.stacked)}>
      {items.map(
        (item) =>
          item && (
            <div key={item.name} className={classNames(styles.item, item.wide && styles.wide)}>
              <dt title={item.hint}>{item.name}</dt>
              <dd>{item.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
