import { useIdentity, useIdentityState } from '../../api/identityContext.tsx'
import { useNetwork } from '../../api/network.tsx'
import { useSystemAccount } from '../../api/systemAccounts.ts'
import { imitationText } from '../../components/AccountName.tsx'
import { Chip } from '../../components/Chip.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import { distinctiveInterfaces, interfaceText } from '../../decode/accountKinds.ts'
import type { Identity } from '../../decode/identity.ts'
import { categoryWords, labelOrigin } from '../../decode/knownAccounts.ts'
import { suspicionOf } from '../../decode/suspicion.ts'
import { type TokenType, tokenOf, tokenWords } from '../../decode/tokenInfo.ts'
import type { Contract, Contracts } from './contracts/useContracts.ts'

type AccountKindsProps = {
  readonly address: string
  readonly contracts: Contracts
  /** The name of a known code. */
  readonly code: string | undefined
}

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
  readonly identity: Identity | undefined
}

/** Warns if a jetton's name or symbol, or the name of a collection or of an item's collection, is suspicious. */
function ImitationChip({ contracts, identity }: ImitationChipProps) {
  const isMainnet = useNetwork().kind === 'mainnet'
  const jetton = contracts.jetton.row
  const collection = contracts.collection.row
  const item = contracts.item.row
  const { identity: itemCollection } = useIdentity(item?.collection_address ?? undefined)
  const nameOf = (owner: Identity | undefined, type: TokenType, content: Parameters<typeof tokenWords>[1]) =>
    tokenWords(tokenOf(owner, type), content)
  const found = [
    jetton && { own: nameOf(identity, 'jetton_masters', jetton.jetton_content), master: jetton.address },
    collection && { own: nameOf(identity, 'nft_collections', collection.collection_content) },
    item && {
      own: nameOf(identity, 'nft_items', item.content),
      collection: nameOf(itemCollection, 'nft_collections', item.collection?.collection_content),
    },
  ]
    .map((token) => token && suspicionOf(token, isMainnet))
    .find(Boolean)
  return found ? <Chip tone="warn">! {imitationText(found)}</Chip> : null
}

/** The kinds of an account: verified by the index, known by its code, or only claimed. */
export function AccountKinds({ address, contracts, code }: AccountKindsProps) {
  const { identity } = useIdentity(address)
  const { scenario, labels, known: knownAccounts } = useIdentityState()
  const key = accountKey(address)
  const system = useSystemAccount(key)
  const known = knownAccounts.get(key)
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
  const hasKind = verified.length + others.length > 0 || code !== undefined
  const kind = scenario.get(key)?.kind
  return (
    <>
      {system && (
        <span title={system.about}>
          <Chip>{system.name}</Chip>
        </span>
      )}
      {known && (
        <span title={labelOrigin(known)}>
          <Chip>
            label{labels.has(key) && ` “${known.name}”`} · {categoryWords(known)}
          </Chip>
        </span>
      )}
      {verified.map(({ name }) => (
        <Chip key={name}>{name}</Chip>
      ))}
      <ImitationChip contracts={contracts} identity={identity} />
      {code !== undefined && !isSaid(code.toLowerCase()) && <Chip>{code}</Chip>}
      {others.map((name) => (
        <Chip key={name}>{name}</Chip>
      ))}
      {!hasKind && !system && kind !== undefined && <Chip>{kind}</Chip>}
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
