import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Check, Server, Settings } from 'lucide-react'
import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { useState } from 'react'
import type { NetworkEntry } from '#shared/schema/networks.ts'
import { base } from '../../api/base.ts'
import { networksQuery } from '../../api/networks.ts'
import menu from '../../components/Menu.module.css'
import { writeNetworkChoice } from '../../settings/localSettings.ts'
import { NetworkButton } from './NetworkButton.tsx'
import styles from './NetworkList.module.css'
import { NetworkState } from './NetworkState.tsx'
import { pathOnNetwork, presentNetwork } from './otherNetwork.ts'

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

type NetworkItemProps = { readonly entry: NetworkEntry; readonly isPresent: boolean }

/** A link to the network. The window loads it anew, so that nothing of another network stays. */
function NetworkItem({ entry, isPresent }: NetworkItemProps) {
  const { pathname, searchStr } = useLocation()
  return (
    <DropdownMenu.Item asChild>
      <a
        href={pathOnNetwork(entry, pathname, searchStr)}
        className={menu.item}
        aria-current={isPresent ? 'true' : undefined}
        onClick={(event) => {
          writeNetworkChoice(entry.name)
          if (isPresent) event.preventDefault()
        }}
      >
        <span className={styles.mark}>
          {isPresent && <Check aria-hidden="true" size={14} strokeWidth={2} />}
        </span>
        <span className={styles.title}>{entry.title}</span>
        <NetworkState entry={entry} />
      </a>
    </DropdownMenu.Item>
  )
}

/** The networks of the program; a program with one network has only the links below them. */
function NetworkItems() {
  const { data, error } = useQuery(networksQuery)
  if (error) return <p className={menu.label}>The list of networks could not be read: {error.message}</p>
  if (!data) return <p className={menu.label}>Loading the networks …</p>
  const present = presentNetwork(data.networks, base.path)
  return data.networks.map((entry) => (
    <NetworkItem key={entry.name} entry={entry} isPresent={entry === present} />
  ))
}

/** The menu of networks, which is open at first. */
export function NetworkList() {
  const [open, setOpen] = useState(true)
  return (
    // Not modal: a modal menu would add a style element, which the content security policy blocks.
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        <NetworkButton />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={`${menu.content} ${styles.networks}`} align="end" sideOffset={6}>
          <DropdownMenu.Group aria-label="Networks">
            <NetworkItems />
          </DropdownMenu.Group>
          <DropdownMenu.Separator className={styles.separator} />
          <DropdownMenu.Item asChild>
            <Link to="/networks" className={menu.item}>
              <Settings {...ICON} /> Networks and settings
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild>
            <Link to="/liteservers" className={menu.item}>
              <Server {...ICON} /> Liteservers of this network
            </Link>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
