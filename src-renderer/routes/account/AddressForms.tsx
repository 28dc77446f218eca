import { Check, Ellipsis } from 'lucide-react'
import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { useState } from 'react'
import {
  formatFriendlyAddress,
  formatRawAddress,
  hasFriendlyForm,
  parseAddress,
} from '#shared/ton/address.ts'
import { copyText } from '../../components/copyText.ts'
import menu from '../../components/Menu.module.css'
import styles from './AddressForms.module.css'

type Form = { readonly name: string; readonly text: string }

function formsOf(address: string): Form[] {
  const parsed = parseAddress(address)
  if (!parsed) return []
  const raw = { name: 'Raw', text: formatRawAddress(parsed) }
  if (!hasFriendlyForm(parsed)) return [raw]
  const friendly = (bounceable: boolean, testOnly: boolean) =>
    formatFriendlyAddress(parsed, { bounceable, testOnly })
  return [
    { name: 'Bounceable', text: friendly(true, false) },
    { name: 'Non-bounceable', text: friendly(false, false) },
    raw,
    { name: 'Bounceable, testnet', text: friendly(true, true) },
    { name: 'Non-bounceable, testnet', text: friendly(false, true) },
  ]
}

/** All forms of an address, with buttons to copy them. */
export function AddressForms({ address }: { readonly address: string }) {
  const [copied, setCopied] = useState<string | undefined>()
  return (
    <DropdownMenu.Root modal={false} onOpenChange={() => setCopied(undefined)}>
      <DropdownMenu.Trigger
        className={styles.trigger}
        aria-label="All forms of the address"
        title="All forms"
      >
        <Ellipsis aria-hidden="true" size={16} strokeWidth={1.75} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.content} align="start" sideOffset={6} collisionPadding={12}>
          <DropdownMenu.Label className={menu.label}>Copy the address as</DropdownMenu.Label>
          {formsOf(address).map(({ name, text }) => (
            <DropdownMenu.Item
              key={name}
              className={menu.item}
              onSelect={(event) => {
                event.preventDefault()
                void copyText(text).then(() => setCopied(name))
              }}
            >
              <span className={menu.pair}>
                {name}
                <code>{text}</code>
              </span>
              {copied === name && (
                <span className={menu.indicator} role="status">
                  <Check aria-label="Copied" size={14} strokeWidth={2} />
                </span>
              )}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
