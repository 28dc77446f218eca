import type { AvailableMethod, AvailableMethods } from './availableMethods.ts'
import styles from './MethodsTab.module.css'

const NOTES = {
  code: 'All methods of the code',
  kind: 'Methods of contracts of this kind: they cannot be read from this code',
  none: 'Methods cannot be read from this code: enter a name',
} as const

function Signature({ offered: { method, known } }: { readonly offered: AvailableMethod }) {
  if (!known) {
    return (
      <>
        <span className={styles.unnamed}>0x{Number(method).toString(16)}</span>
        <span className={styles.parameters}>unnamed</span>
      </>
    )
  }
  return (
    <>
      <span>{method}</span>
      {known.params.length > 0 && (
        <span className={styles.parameters}>{known.params.map(({ name }) => name).join(', ')}</span>
      )}
    </>
  )
}

type MethodListProps = {
  readonly offered: AvailableMethods
  readonly current: string
  readonly onChoose: (method: string) => void
}

/** The methods of a contract. A method without arguments runs when it is pressed. */
export function MethodList({ offered, current, onChoose }: MethodListProps) {
  return (
    <nav className={styles.list} aria-label="Get-methods">
      <p className={styles.listNote}>{NOTES[offered.from]}</p>
      {offered.methods.length > 0 && (
        <ul className={styles.listItems}>
          {offered.methods.map((item) => (
            <li key={item.method}>
              <button
                type="button"
                className={styles.listItem}
                aria-pressed={item.method === current}
                title={item.known ? undefined : `Method id ${item.method}: unknown name`}
                onClick={() => onChoose(item.method)}
              >
                <Signature offered={item} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
