import type { TokenInfoJson } from '#shared/schema/v3/common.ts'
import { safeText } from '#shared/untrustedText.ts'
import { useIdentity, useIdentityState } from '../../api/identityContext.tsx'
import { useNetwork } from '../../api/network.tsx'
import { useSystemAccount } from '../../api/systemAccounts.ts'
import { imitationText } from '../../components/AccountName.tsx'
import { Chip } from '../../components/Chip.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import { distinctiveInterfaces, interfaceText } from '../../decode/accountKinds.ts'
import { tokenOf, tokenWords } from '../../decode/tokenInfo.ts'
import { imitationOf } from '../../format/imitation.ts'
import type { Contract, Contracts } from './contracts/useContracts.ts'

type AccountKindsProps = {
  readonly address: string
  readonly contracts: Contracts
  /** The name of a known code. */
  readonly code: string | undefined
}

/** Number of characters of a name that are checked. */
const MAX_CHECKED = 64

/** Names that the chips of contracts already have. */
const COVERED =
  /^(?:jetton_master|jetton_wallet|nft_item|nft_collection|multisig|wallet_vesting$|nft_(?:sale|auction))/

type Named = { readonly name: string; readonly contract: Contract<unknown> }

function namesOf({ jetton, wallet, item, collection, sale, multisig, order, vesting }: Contracts): Named[] {
  return [
    { name: 'Jetton', contract: jetton },
    { name: 'Jetton wallet', contract: wallet },
    { name: item.row?.content?.domain === undefined ? 'NFT item' : 'Domain', contract: item },
    { name: 'NFT collection', contract: collection },
    { name: sale.row && sale.row.type !== 'getgems_sale' ? 'NFT auction' : 'NFT sale', contract: sale },
    { name: 'Multisig', contract: multisig },
    { name: 'Multisig order', contract: order },
    { name: 'Vesting wallet', contract: vesting },
  ]
}

type ImitationChipProps = {
  readonly contracts: Contracts
  readonly info: TokenInfoJson | undefined
}

/** Warns if a jetton's name or symbol imitates another one. */
function ImitationChip({ contracts, info }: ImitationChipProps) {
  const { kind } = useNetwork()
  const { row } = contracts.jetton
  if (!row) return null
  const { name, symbol } = tokenWords(info, row.jetton_content)
  const [imitation] = [symbol, name].flatMap((text) => {
    const found =
      text === undefined
        ? undefined
        : imitationOf(safeText(text, MAX_CHECKED).text, {
            master: row.address,
            isMainnet: kind === 'mainnet',
          })
    return found ? [found] : []
  })
  return imitation ? <Chip tone="warn">! {imitationText(imitation)}</Chip> : null
}

/** The kinds of an account: verified by the index, known by its code, or only claimed. */
export function AccountKinds({ address, contracts, code }: AccountKindsProps) {
  const { identity } = useIdentity(address)
  const { scenario } = useIdentityState()
  const key = accountKey(address)
  const system = useSystemAccount(key)
  const names = namesOf(contracts)
  const isSaid = (text: string) =>
    names.some(({ name, contract }) => contract.row && name.toLowerCase() === text)
  const verified = names.filter(({ contract }) => contract.row)
  const refused = names.filter(({ contract }) => contract.row === null)
  const others =
    verified.length > 0 || code !== undefined
      ? []
      : distinctiveInterfaces(identity?.interfaces ?? [])
          .filter((name) => !COVERED.test(name))
          .map(interfaceText)
  const known = verified.length + others.length > 0 || code !== undefined
  const kind = scenario.get(key)?.kind
  return (
    <>
      {system && (
        <span title={system.about}>
          <Chip>{system.name}</Chip>
        </span>
      )}
      {verified.map(({ name }) => (
        <Chip key={name}>{name}</Chip>
      ))}
      <ImitationChip contracts={contracts} info={tokenOf(identity, 'jetton_masters')} />
      {code !== undefined && !isSaid(code.toLowerCase()) && <Chip>{code}</Chip>}
      {others.map((name) => (
        <Chip key={name}>{name}</Chip>
      ))}
      {!known && !system && kind !== undefined && <Chip>{kind}</Chip>}
      {refused.map(({ name }) => (
        <span
          key={name}
          title={`Its get-methods claim that it is one. The index could not verify it: its ${name === 'Jetton wallet' ? 'jetton' : 'counterpart'} does not acknowledge it, or it is not initialized.`}
        >
          <Chip tone="warn">! {name}: not verified</Chip>
        </span>
      ))}
    </>
  )
}
