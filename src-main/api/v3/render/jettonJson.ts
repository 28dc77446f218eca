import type {
  JettonBurnJson,
  JettonMasterJson,
  JettonTransferJson,
  JettonWalletJson,
} from '#shared/schema/v3/jettons.ts'
import type { DecodeBudget } from '../../../contracts/messages/decodeBody.ts'
import type { JettonBurnRecord } from '../../../store/queries/jettonBurns.ts'
import type { JettonMasterRecord } from '../../../store/queries/jettonMasters.ts'
import type { JettonTransferRecord } from '../../../store/queries/jettonTransfers.ts'
import type { JettonWalletRecord } from '../../../store/queries/jettonWallets.ts'
import { absent, address, decimal, field, flag, hash, nullable, object } from './jsonWriter.ts'
import { decodedPayload, EVENT_FIELDS, party, payload, STATE_FIELDS, tokenContent } from './tokenParts.ts'

/** compatibility-v3 §7.1. */
export const jettonMasterJson = object<JettonMasterRecord, JettonMasterJson>({
  address: field(address, (master) => master.address),
  total_supply: field(decimal, ({ totalSupply }) => totalSupply),
  mintable: field(flag, ({ isMintable }) => isMintable),
  admin_address: nullable(address, ({ admin }) => admin),
  jetton_content: field(tokenContent, ({ content }) => content),
  jetton_wallet_code_hash: field(hash, ({ walletCodeHash }) => walletCodeHash),
  ...STATE_FIELDS,
})

/** compatibility-v3 §7.2. Airdrop amounts of mintless jettons are not on the chain. */
export const jettonWalletJson = object<JettonWalletRecord, JettonWalletJson>({
  address: field(address, (wallet) => wallet.address),
  balance: field(decimal, ({ balance }) => balance),
  owner: field(address, ({ owner }) => owner),
  jetton: field(address, ({ jetton }) => jetton),
  ...STATE_FIELDS,
  mintless_info: absent,
})

/** compatibility-v3 §7.3. */
export const jettonTransferJson = object<JettonTransferRecord, JettonTransferJson, DecodeBudget>({
  source: field(address, ({ source }) => source),
  destination: field(party, ({ destination }) => destination),
  amount: field(decimal, ({ amount }) => amount),
  source_wallet: field(address, ({ contract }) => contract),
  jetton_master: field(address, ({ jetton }) => jetton),
  ...EVENT_FIELDS,
  forward_ton_amount: field(decimal, ({ forwardAmount }) => forwardAmount),
  forward_payload: nullable(payload, ({ forwardPayload }) => forwardPayload),
  decoded_forward_payload: nullable(decodedPayload, ({ forwardPayload }) => forwardPayload),
})

/** compatibility-v3 §7.4. */
export const jettonBurnJson = object<JettonBurnRecord, JettonBurnJson, DecodeBudget>({
  owner: field(address, ({ owner }) => owner),
  jetton_wallet: field(address, ({ contract }) => contract),
  jetton_master: field(address, ({ jetton }) => jetton),
  amount: field(decimal, ({ amount }) => amount),
  ...EVENT_FIELDS,
})
