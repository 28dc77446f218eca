import { useMemo, useState } from 'react'
import type { ConfigParamJson } from '#shared/schema/chainConfig.ts'
import { CellTree } from '../../components/CellTree.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { type ComparedLine, compareLines, configLines } from '../../decode/configLines.ts'
import { configTitle } from '../../decode/configParams.ts'
import { readBoc } from '../../decode/transactionView.ts'
import { shortHash } from '../../format/shorten.ts'
import styles from './ConfigPage.module.css'
import { ConfigValue } from './ConfigValue.tsx'

/** Lines shown before "show all". */
const FIRST_LINES = 16

const CHANGE = {
  changed: { tone: 'warn', text: 'changed' },
  added: { tone: 'good', text: '+ added' },
  removed: { tone: 'bad', text: '− removed' },
} as const

/** A parameter now, earlier, or in both of two configurations. */
export type ConfigPair = {
  readonly id: number
  readonly now: ConfigParamJson | undefined
  readonly earlier: ConfigParamJson | undefined
}

/** How a parameter differs from the earlier configuration. */
export function changeOf({ now, earlier }: ConfigPair): ComparedLine['change'] {
  if (!now) return 'removed'
  if (!earlier) return 'added'
  return now.hash === earlier.hash ? 'none' : 'changed'
}

const HASH = /^(?:[0-9a-f]{2}){16,}$/i

/** The name of a field; a key of 16 bytes or more is shortened. */
function LineName({ label }: { readonly label: string }) {
  if (label === '') return 'Value'
  return HASH.test(label) ? <code title={label}>{shortHash(label.toLowerCase())}</code> : label
}

function Line({ line }: { readonly line: ComparedLine }) {
  const { label, unit, value, before, change } = line
  return (
    <tr data-change={change === 'none' ? undefined : change}>
      <th scope="row">
        <LineName label={label} />
      </th>
      <td>
        {change === 'changed' && before !== undefined && (
          <>
            <del>
              <ConfigValue unit={unit} value={before} />
            </del>
            <span aria-hidden="true"> → </span>
          </>
        )}
        {change === 'removed' ? (
          <del>
            <ConfigValue unit={unit} value={value} />
          </del>
        ) : (
          <ConfigValue unit={unit} value={value} />
        )}
      </td>
    </tr>
  )
}

/** The members of a set side by side. */
function Members({ lines }: { readonly lines: readonly ComparedLine[] }) {
  return (
    <ul className={styles.members}>
      {lines.map(({ path, unit, value, change }) => (
        <li key={path}>
          {change === 'removed' ? (
            <del>
              <ConfigValue unit={unit} value={value} />
            </del>
          ) : (
            <ConfigValue unit={unit} value={value} />
          )}
          {change === 'added' && <span className={styles.added}> added</span>}
        </li>
      ))}
    </ul>
  )
}

function isSetOf({ value }: ConfigParamJson): boolean {
  return Array.isArray(value)
}

type LinesProps = { readonly lines: readonly ComparedLine[]; readonly title: string }

function Lines({ lines, title }: LinesProps) {
  const [all, setAll] = useState(false)
  const shown = all ? lines : lines.slice(0, FIRST_LINES)
  const groups = Object.entries(Object.groupBy(shown, ({ within }) => within.join(' · ')))
  return (
    <>
      <table className={styles.lines} aria-label={title}>
        {groups.map(([within, members = []]) => (
          <tbody key={within}>
            {within !== '' && (
              <tr>
                <th scope="rowgroup" colSpan={2} className={styles.within}>
                  {within}
                </th>
              </tr>
            )}
            {members.map((line) => (
              <Line key={line.path} line={line} />
            ))}
          </tbody>
        ))}
      </table>
      {shown.length < lines.length && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          Show all {lines.length}
        </button>
      )}
    </>
  )
}

function CellOf({ param, title }: { readonly param: ConfigParamJson; readonly title: string }) {
  const [open, setOpen] = useState(false)
  const cell = useMemo(() => (open ? readBoc(param.boc) : undefined), [open, param.boc])
  return (
    <details className={styles.cell} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Cell</summary>
      {cell && (
        <>
          <p className={styles.copies}>
            <CopyButton text={param.boc} what={`${title} as base64`} label="Copy base64" />
            <CopyButton text={param.hash} what={`hash of ${title}`} label="Copy hash" />
          </p>
          <CellTree cell={cell} open />
        </>
      )}
    </details>
  )
}

/** A parameter with its fields, and the differences if an earlier configuration is given. */
export function ConfigParam({ pair, compared }: { readonly pair: ConfigPair; readonly compared: boolean }) {
  const { id, now, earlier } = pair
  const shown = now ?? earlier
  const { title, note } = configTitle(id)
  const change = compared ? changeOf(pair) : 'none'
  const lines = useMemo(() => {
    const [to, from] = [now && configLines(now), earlier && configLines(earlier)]
    if (!compared) return compareLines(to ?? [], to ?? [])
    return compareLines(to ?? [], from ?? [])
  }, [now, earlier, compared])
  return (
    <article className={styles.param} id={`p${id}`} aria-labelledby={`t${id}`}>
      <header className={styles.name}>
        <h3 id={`t${id}`}>{title}</h3>
        <a href={`#p${id}`} className={styles.id} aria-label={`Link to parameter ${id}`}>
          #{id}
        </a>
        {change !== 'none' && <Chip tone={CHANGE[change].tone}>{CHANGE[change].text}</Chip>}
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </header>
      {shown?.problem !== undefined && <p className={styles.problem}>Not decoded: {shown.problem}</p>}
      {shown && isSetOf(shown) ? (
        <Members lines={lines} />
      ) : (
        lines.length > 0 && <Lines lines={lines} title={title} />
      )}
      {shown?.value !== undefined && lines.length === 0 && <p className={styles.note}>Empty</p>}
      {shown && <CellOf param={shown} title={title} />}
    </article>
  )
}
