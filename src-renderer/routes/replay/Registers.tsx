import type { RegisterJson, ReplayStorageJson } from '#shared/schema/replay.ts'
import { bytesToBase64, hexToBytes } from '#shared/ton/base64.ts'
import { CellValue } from '../../components/StackView.tsx'
import { readStackText } from '../../decode/stackText.ts'
import styles from './Debugger.module.css'

type RegistersProps = {
  readonly registers: readonly RegisterJson[]
  readonly selected: number
  readonly storage: ReplayStorageJson
}

function bocOf(value: string): string | undefined {
  const read = readStackText(value)
  const bytes = read.kind === 'cell' ? hexToBytes(read.boc.toLowerCase()) : undefined
  return bytes && bytesToBase64(bytes)
}

/** Registers c4 (storage) and c5 (actions) after a step, as far as steps have set them. */
export function Registers({ registers, selected, storage }: RegistersProps) {
  const lastOf = (name: RegisterJson['name']) =>
    registers.findLast((register) => register.name === name && register.step <= selected)
  const [c4, c5] = [lastOf('c4'), lastOf('c5')]
  const data = c4 ? bocOf(c4.value) : (storage.data_before ?? undefined)
  const actions = c5 && bocOf(c5.value)
  return (
    <>
      <header className={styles.part}>
        <h2>Registers</h2>
      </header>
      <dl className={styles.registers}>
        <dt>c4</dt>
        <dd>
          <span className={styles.quiet}>
            {c4 ? `set at step ${c4.step + 1}` : 'the storage before the run'}
          </span>
          {data !== undefined && <CellValue boc={data} />}
        </dd>
        <dt>c5</dt>
        <dd>
          <span className={styles.quiet}>
            {c5 ? `set at step ${c5.step + 1}` : 'actions; set by instructions that send'}
          </span>
          {actions !== undefined && <CellValue boc={actions} />}
        </dd>
      </dl>
    </>
  )
}
