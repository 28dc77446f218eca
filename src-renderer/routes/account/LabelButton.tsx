import { Pencil } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { safeText } from '#shared/untrustedText.ts'
import { useIdentityState } from '../../api/identityContext.tsx'
import { Button } from '../../components/Button.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import styles from './LabelButton.module.css'

const MAX_LABEL = 40

/** A button to label an account. The label is stored in this browser and shown in place of the address. */
export function LabelButton({ address }: { readonly address: string }) {
  const { labels, setLabel } = useIdentityState()
  const key = accountKey(address)
  const label = labels.get(key)
  const [draft, setDraft] = useState<string | undefined>()
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const text = safeText(draft ?? '', MAX_LABEL).text
    setLabel(key, text === '' ? undefined : text)
    setDraft(undefined)
  }
  if (draft === undefined) {
    const what = label === undefined ? 'Name this account' : 'Change the name'
    return (
      <button
        type="button"
        className={styles.edit}
        aria-label={what}
        title={what}
        onClick={() => setDraft(label ?? '')}
      >
        <Pencil aria-hidden="true" size={14} strokeWidth={1.75} />
      </button>
    )
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was pressed
        autoFocus
        className={styles.input}
        aria-label="Name of this account"
        placeholder="Name, only for you"
        maxLength={MAX_LABEL}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key: pressed }) => pressed === 'Escape' && setDraft(undefined)}
      />
      <Button submit>Save</Button>
    </form>
  )
}
