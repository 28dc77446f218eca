import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { NetworkEntry, NetworkStart } from '#shared/schema/networks.ts'
import type { Status } from '#shared/schema/status.ts'
import { liveIndexQuery } from '../../api/indexStatus.ts'
import { useNetworkState } from '../../api/network.tsx'
import { useNetworksCall } from '../../api/networks.ts'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { LastAction } from '../../components/LastAction.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import type { Action } from '../../hooks/useAction.ts'
import { START_WORDS } from '../../layout/networks/networkWords.ts'
import { DiskPanel } from '../index/DiskPanel.tsx'
import { FollowerPanel } from '../index/FollowerPanel.tsx'
import { useIndexControl } from '../index/useIndexControl.ts'
import { HintSettings } from './HintSettings.tsx'
import styles from './NetworksPage.module.css'

const METADATA_WORDS: Readonly<Record<Status['metadata']['state'], string>> = {
  on: 'Off-chain content of tokens is fetched',
  off: 'Off-chain content of tokens is not fetched (--no-metadata)',
  offline: 'Off-chain content of tokens is not fetched: this network is a recording',
  'no index': 'Off-chain content of tokens is stored only with an index',
}

const START_NOTES: Readonly<Record<NetworkStart, string>> = {
  always: 'It starts with Tonscope and stays running.',
  'on-demand': 'It starts at the first request or visit, and sleeps after 10 minutes without any.',
  never: 'It starts only by the button on its page.',
}

const DEFAULT_NOTE = 'It is the default network: it runs as long as Tonscope.'
const FIXED_NOTE = 'Tonscope was started with it: it runs as long as Tonscope.'

function startNote({ start, start_fixed }: NetworkEntry, isDefault: boolean): string {
  if (isDefault) return DEFAULT_NOTE
  return start_fixed ? FIXED_NOTE : START_NOTES[start]
}

/** The settings that belong to the page's network. */
export function NetworkSettings({
  entry,
  isDefault,
  action,
}: {
  readonly entry: NetworkEntry
  readonly isDefault: boolean
  readonly action: Action
}) {
  const { change } = useNetworksCall()
  const { status } = useNetworkState()
  const control = useIndexControl()
  const { data: index } = useQuery(liveIndexQuery)
  return (
    <>
      <Panel title={`Settings of ${entry.title}`}>
        <div className={styles.start}>
          <SegmentedControl
            label="Start of the network"
            options={Object.entries(START_WORDS).map(([value, label]) => ({
              value: value as NetworkStart,
              label,
            }))}
            current={entry.start}
            disabled={action.working || entry.start_fixed}
            onChange={(start) =>
              action.run(`setting when ${entry.title} starts`, change(entry.name, { start }), () => undefined)
            }
          />
          <p className={styles.note}>{startNote(entry, isDefault)}</p>
        </div>
        <DescriptionList
          items={[
            status && { name: 'Metadata', value: METADATA_WORDS[status.metadata.state], wide: true },
            {
              name: 'Liteservers',
              value: (
                <Link to="/liteservers">
                  {status ? `${status.servers.alive} of ${status.servers.total}` : 'State'}
                </Link>
              ),
            },
            { name: 'API keys and rates', value: <Link to="/access">API access</Link> },
            { name: 'Stored blocks', value: <Link to="/index">Index</Link> },
          ]}
        />
      </Panel>
      <HintSettings />
      {index && (
        <>
          <FollowerPanel status={index} control={control} />
          <DiskPanel status={index} control={control} />
          <LastAction state={control.state} />
        </>
      )}
    </>
  )
}
