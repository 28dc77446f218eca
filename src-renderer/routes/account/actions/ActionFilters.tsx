import { ACTION_KINDS, type ActionKind } from '../../../actions/describe/actionLine.ts'
import { KIND_WORDS } from '../../../actions/kindWords.ts'
import styles from './ActionFilters.module.css'
import { useActionFilter } from './useActionFilter.ts'

type CheckProps = {
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Check({ label, hint, checked, onChange }: CheckProps) {
  return (
    <label className={styles.check} title={hint}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}

/** Filters of an account's actions: kind, spam, and the network's own actions. */
export function ActionFilters({ address }: { readonly address: string }) {
  const { filter, change, isSystem } = useActionFilter(address)
  return (
    <fieldset className={styles.filters} aria-label="Filters">
      <select
        className={styles.kind}
        aria-label="Kind of actions"
        value={filter.kind ?? ''}
        onChange={(event) =>
          change({ kind: ACTION_KINDS.find((kind): kind is ActionKind => kind === event.target.value) })
        }
      >
        <option value="">All kinds</option>
        {ACTION_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_WORDS[kind].all}
          </option>
        ))}
      </select>
      <Check
        label="Failed only"
        hint="Traces in which something failed, also in part"
        checked={filter.failedOnly}
        onChange={(failedOnly) => change({ failedOnly })}
      />
      {!isSystem && (
        <Check
          label="System"
          hint="Elections, and messages of the network's own contracts"
          checked={filter.system}
          onChange={(system) => change({ system })}
        />
      )}
      <Check
        label="Spam"
        hint="Tiny transfers with a comment, tokens with links, and tokens under a false name that the account did not ask for"
        checked={filter.spam}
        onChange={(spam) => change({ spam })}
      />
    </fieldset>
  )
}
