import type { MultisigJson, MultisigOrderJson } from '#shared/schema/v3/multisig.ts'
import type { OrderActionJson } from '#shared/schema/v3/multisigActions.ts'
import type { MultisigOrderRecord } from '../../../store/queries/multisigOrders.ts'
import type { MultisigRecord } from '../../../store/queries/multisigs.ts'
import {
  address,
  anyJson,
  decimal,
  field,
  flag,
  hash,
  integer,
  list,
  nullable,
  object,
  type Writer,
} from './jsonWriter.ts'

/** An order with its actions, if they were requested and could be read. */
export type ShownOrder = MultisigOrderRecord & { readonly actions?: readonly OrderActionJson[] | undefined }

/** A multisig with its orders: undefined if it has none, an empty list if they were not requested. */
export type ShownMultisig = MultisigRecord & { readonly orders: readonly ShownOrder[] | undefined }

/** Stored BOCs have no checksum, as in toncenter. */
const base64: Writer<Buffer, string> = (buffer, boc) => buffer.base64(boc)
const actions: Writer<readonly OrderActionJson[], OrderActionJson[]> = anyJson

/** compatibility-v3 §8.3. */
export const multisigOrderJson = object<ShownOrder, MultisigOrderJson>({
  address: field(address, (order) => order.address),
  multisig_address: field(address, ({ multisigAddress }) => multisigAddress),
  order_seqno: field(decimal, ({ orderSeqno }) => orderSeqno),
  threshold: field(integer, ({ threshold }) => threshold),
  sent_for_execution: field(flag, ({ sentForExecution }) => sentForExecution),
  approvals_mask: field(decimal, ({ approvalsMask }) => approvalsMask),
  approvals_num: field(integer, ({ approvalsNum }) => approvalsNum),
  expiration_date: field(integer, ({ expiresAt }) => expiresAt),
  order_boc: field(base64, ({ order }) => order),
  signers: field(list(address), ({ signers }) => signers),
  last_transaction_lt: field(decimal, ({ lastTxLt }) => lastTxLt),
  code_hash: nullable(hash, ({ codeHash }) => codeHash),
  data_hash: nullable(hash, ({ dataHash }) => dataHash),
  actions: nullable(actions, (order) => order.actions),
})

/** compatibility-v3 §8.2. */
export const multisigJson = object<ShownMultisig, MultisigJson>({
  address: field(address, (multisig) => multisig.address),
  next_order_seqno: field(decimal, ({ nextOrderSeqno }) => nextOrderSeqno),
  threshold: field(integer, ({ threshold }) => threshold),
  signers: field(list(address), ({ signers }) => signers),
  proposers: nullable(list(address), ({ proposers }) => proposers),
  last_transaction_lt: field(decimal, ({ lastTxLt }) => lastTxLt),
  code_hash: nullable(hash, ({ codeHash }) => codeHash),
  data_hash: nullable(hash, ({ dataHash }) => dataHash),
  orders: nullable(list(multisigOrderJson), ({ orders }) => orders),
})
