import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { CopyAddress } from '../../components/AddressText.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState } from '../../components/states.tsx'
import table from '../../components/Table.module.css'
import styles from './DevnetPage.module.css'

/** The accounts of the devnet's scenario. */
export function ScenarioAccounts({ accounts }: { readonly accounts: readonly ScenarioAccount[] }) {
  return (
    <Panel title="Accounts of the scenario" note={accounts.length > 0 && accounts.length} flush>
      {accounts.length === 0 ? (
        <EmptyState>This devnet was started without a scenario: it has only the giver.</EmptyState>
      ) : (
        <div className={table.scroll}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Type</th>
                <th scope="col">Address</th>
              </tr>
            </thead>
            <tbody>
              {accounts.map(({ name, kind, address }) => (
                <tr key={address}>
                  <th scope="row">{name}</th>
                  <td className={table.quiet}>{kind}</td>
                  <td>
                    <span className={styles.address}>
                      <AccountLink address={address} pictured />
                      <CopyAddress address={address} what={`address of ${name}`} />
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
