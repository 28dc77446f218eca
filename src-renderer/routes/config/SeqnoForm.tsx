import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import styles from './ConfigPage.module.css'

const SEQNO = /^[1-9]\d{0,9}$/

/** Masterchain seqnos of the shown configuration and of the one to compare with. */
export type ConfigBlocks = { readonly seqno?: string | undefined; readonly with?: string | undefined }

type SeqnoFormProps = {
  readonly blocks: ConfigBlocks
  /** The newest seqno, an example. */
  readonly head: number | undefined
  readonly onChange: (blocks: ConfigBlocks) => void
}

function faultOf(text: string): string | undefined {
  return text === '' || SEQNO.test(text) ? undefined : 'A masterchain seqno: digits only.'
}

/** A form with the two seqnos of ConfigBlocks. */
export function SeqnoForm({ blocks, head, onChange }: SeqnoFormProps) {
  const [seqno, setSeqno] = useState(blocks.seqno ?? '')
  const [other, setOther] = useState(blocks.with ?? '')
  const faults = [faultOf(seqno.trim()), faultOf(other.trim())]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (faults.some((fault) => fault !== undefined)) return
    onChange({ seqno: seqno.trim() || undefined, with: other.trim() || undefined })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label="Masterchain block" hint="Empty: the newest" fault={faults[0]}>
        {(control) => (
          <input
            {...control}
            className={field.input}
            inputMode="numeric"
            value={seqno}
            placeholder={head === undefined ? undefined : String(head)}
            onChange={(event) => setSeqno(event.target.value)}
          />
        )}
      </Field>
      <Field label="Compare with" hint="Empty: no comparison" fault={faults[1]}>
        {(control) => (
          <input
            {...control}
            className={field.input}
            inputMode="numeric"
            value={other}
            onChange={(event) => setOther(event.target.value)}
          />
        )}
      </Field>
      <Button submit>Show</Button>
    </form>
  )
}
