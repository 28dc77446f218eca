import { useQuery } from '@tanstack/react-query'
import type { DevnetStatus } from '#shared/schema/devnet.ts'
import { shardsQuery } from '../../api/blocks.ts'
import { useNetwork } from '../../api/network.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import styles from './DevnetPage.module.css'
import type { Control } from './useControl.ts'

const SHARDS = [1, 2, 4, 8, 16] as const

function shardsNote(wanted: number, there: number | undefined): string {
  if (there === undefined) return ' '
  const now = there === 1 ? 'The basechain has one shard' : `The basechain has ${there} shards`
  return there === wanted
    ? `${now}.`
    : `${now}; shards ${wanted > there ? 'split' : 'merge'} over the next blocks.`
}

/** The number of shards, and whether the devnet has its own traffic. */
export function SettingsControl({
  devnet,
  control,
}: {
  readonly devnet: DevnetStatus
  readonly control: Control
}) {
  const { data } = useQuery(shardsQuery(useNetwork(), devnet.seqno))
  const there = data?.result.shards.filter(({ workchain }) => workchain === 0).length
  return (
    <Panel title="Settings">
      <div className={styles.setting}>
        <p className={styles.name}>Shards of the basechain</p>
        <SegmentedControl
          label="Shards of the basechain"
          options={SHARDS.map((value) => ({ value, label: String(value) }))}
          current={SHARDS.find((value) => value === devnet.shards)}
          disabled={control.working}
          onChange={(shards) =>
            control.run({
              name: 'settings',
              sent: { shards },
              what: 'changing the shards',
              done: () => `The basechain changes to ${shards === 1 ? 'one shard' : `${shards} shards`}`,
            })
          }
        />
        <p className={styles.hint}>{shardsNote(devnet.shards, there)}</p>
      </div>
      <div className={styles.setting}>
        <p className={styles.name}>Traffic</p>
        <SegmentedControl
          label="Traffic"
          options={[
            { value: true, label: 'On' },
            { value: false, label: 'Off' },
          ]}
          current={devnet.traffic}
          disabled={control.working}
          onChange={(traffic) =>
            control.run({
              name: 'settings',
              sent: { traffic },
              what: traffic ? 'starting the traffic' : 'stopping the traffic',
              done: () => (traffic ? 'The traffic is on' : 'The traffic is off'),
            })
          }
        />
        <p className={styles.hint}>Sends a few messages between the accounts of the scenario.</p>
      </div>
    </Panel>
  )
}
