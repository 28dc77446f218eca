import * as RadixTabs from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

export type Tab<Name extends string> = {
  readonly name: Name
  readonly label: string
  /** Number beside the label. */
  readonly count?: number | string | undefined
  readonly content: ReactNode
}

type TabsProps<Name extends string> = {
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly current: Name
  readonly onChange: (name: Name) => void
  /** Controls of the open view, at the end of the row of tabs. */
  readonly aside?: ReactNode
  /** Fills the height of its container. */
  readonly fills?: boolean
}

/** The views of an object. The URL must have the open one. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, current, onChange, aside, fills = false } = props
  const open = tabs.some(({ name }) => name === current) ? current : tabs[0]?.name
  return (
    <RadixTabs.Root
      value={open ?? ''}
      onValueChange={(name) => onChange(name as Name)}
      className={styles.tabs}
      data-fills={fills ? '' : undefined}
    >
      <div className={styles.row}>
        <RadixTabs.List className={styles.list} aria-label={label}>
          {tabs.map(({ name, label: tabLabel, count }) => (
            <RadixTabs.Trigger key={name} value={name} className={styles.tab}>
              {tabLabel}
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {aside}
      </div>
      {tabs.map(({ name, content }) => (
        <RadixTabs.Content key={name} value={name} className={styles.content}>
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
