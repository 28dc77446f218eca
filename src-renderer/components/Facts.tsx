import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'
import styles from './Facts.module.css'

export type Fact = {
  readonly name: string
  readonly value: ReactNode
  /** What the name means, on hover. */
  readonly hint?: string
  /** Takes the whole row: a value that is long and shown in full. */
  readonly wide?: boolean
}

type FactsProps = {
  readonly facts: readonly (Fact | false | undefined)[]
  /** One below the other, in a narrow panel. */
  readonly stacked?: boolean
}

/** Names and values of an object, as a grid of columns. */
export function Facts({ facts, stacked = false }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, stacked && styles.stacked)}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.name} className={classNames(styles.fact, fact.wide && styles.wide)}>
              <dt title={fact.hint}>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
