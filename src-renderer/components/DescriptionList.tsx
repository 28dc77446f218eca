import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'
import styles from './DescriptionList.module.css'

export type DescriptionItem = {
  readonly name: string
  readonly value: ReactNode
  /** Tooltip of the name. */
  readonly hint?: string
  /** Uses a whole row, for a long value. */
  readonly wide?: boolean
}

type DescriptionListProps = {
  readonly items: readonly (DescriptionItem | false | undefined)[]
  /** Places the items one below the other. */
  readonly stacked?: boolean
}

/** Names and values of an object in a grid. */
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
