import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { MAX_LABEL_NAME, MAX_LABEL_NOTE } from '#shared/labelLimits.ts'
import { safeText } from '#shared/untrustedText.ts'
import type { OwnLabel } from '../../api/accountLabels.ts'
import { useIdentityState } from '../../api/identityContext.tsx'
import { Button } from '../../components/Button.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import styles from './LabelButton.module.css'

/** A button to name an account and to note something about it. The name is shown in place of the address. */
export function LabelButton({ address }: { readonly address: string }) {
  const { ownLabels } = useIdentityState()
  const key = accountKey(address)
  const label = ownLabels.labels.get(key)
  const [draft, setDraft] = useState<OwnLabel | undefined>()
  const save = useMutation({
    mutationFn: ({ name, note }: OwnLabel) =>
      ownLabels.change([{ address: key, name: name === '' ? null : name, note }]),
    onSuccess: () => setDraft(undefined),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { name = '', note = '' } = draft ?? {}
    save.mutate({ name: safeText(name, MAX_LABEL_NAME).text, note: safeText(note, MAX_LABEL_NOTE).text })
  }
  if (draft === undefined) {
    const what = label === undefined ? 'Name this account' : 'Change the name'
    return (
      <button
        type="button"
        className={styles.edit}
        aria-label={what}
        title={what}
        onClick={() => setDraft(label ?? { name: '', note: '' })}
      >
        <Pencil aria-hidden="true" size={14} strokeWidth={1.75} />
      </button>
    )
  }
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      onKeyDown={({ key: pressed }) => pressed === 'Escape' && setDraft(undefined)}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was pressed
        autoFocus
        className={styles.input}
        aria-label="Name of this account"
        placeholder="Name, only for you"
        maxLength={MAX_LABEL_NAME}
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      {ownLabels.isShared && (
        <input
          className={styles.input}
          aria-label="Note about this account"
          placeholder="Note"
          maxLength={MAX_LABEL_NOTE}
          value={draft.note}
          onChange={({ target }) => setDraft({ ...draft, note: target.value })}
        />
      )}
      <Button submit busy={save.isPending}>
        Save
      </Button>
      {save.isError && (
        <span role="alert" className={styles.fault}>
          Not saved: {save.error.message}
        </span>
      )}
    </form>
  )
}
